import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { createFileAtomic, makeFolder, readJsonFile } from '@purple-sector/machine/files'
import { generateIdentityKeys } from '@purple-sector/service-kit/calls/identity-token'
import { z } from 'zod'

const secretsSchema = z.object({
  identityPrivateKey: z.string(),
  identityPublicKey: z.string(),
  internalSecret: z.string(),
  databasePassword: z.string(),
})
export type Secrets = z.infer<typeof secretsSchema>

const adminSchema = z.object({ email: z.string(), password: z.string() })
export type Administrator = z.infer<typeof adminSchema>

const random = (bytes: number): string => randomBytes(bytes).toString('base64url')

type SecretsFile<T> = { path: string; schema: z.ZodType<T>; whatToDo: string; create: () => T }

/** Reads a JSON file of secrets, or creates it, readable by the owner only. */
const readOrCreate = async <T>(file: SecretsFile<T>): Promise<T> => {
  const stored = await readJsonFile(file.path, file.schema, file.whatToDo)
  if (stored !== undefined) return stored
  const created = file.create()
  const isOurs = await createFileAtomic(file.path, `${JSON.stringify(created, null, 2)}\n`)
  // If another start was faster, its secrets are used.
  return isOurs ? created : readOrCreate(file)
}

/** Returns the product's own secrets, generated at the first start and stored in the data folder. */
export const loadSecrets = async (dataDir: string): Promise<Secrets> => {
  await makeFolder(dataDir)
  return readOrCreate({
    path: join(dataDir, 'secrets.json'),
    schema: secretsSchema,
    whatToDo: 'Put back the one of a backup; without a backup remove it, and the next start makes a new one.',
    create() {
      const { privateKey, publicKey } = generateIdentityKeys()
      return {
        identityPrivateKey: privateKey,
        identityPublicKey: publicKey,
        internalSecret: random(48),
        databasePassword: random(24),
      }
    },
  })
}

/** Returns the administrator created when none is configured; the address never leaves this machine. */
export const generatedAdministrator = (dataDir: string): Promise<Administrator> =>
  readOrCreate({
    path: join(dataDir, 'admin.json'),
    schema: adminSchema,
    whatToDo: 'Remove it, and the next start makes the administrator a new password.',
    create: () => ({ email: 'admin@purple-sector.localhost', password: random(12) }),
  })
