import { randomBytes } from 'node:crypto'
import { mkdir, open, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { generateIdentityKeys } from '@purple-sector/service-kit'
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

/** Reads a JSON file of secrets, or writes it once, readable by nobody else. */
const keptOnce = async <T>(path: string, schema: z.ZodType<T>, make: () => T): Promise<T> => {
  try {
    return schema.parse(JSON.parse(await readFile(path, 'utf8')))
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error
  }
  const made = make()
  const file = await open(path, 'wx', 0o600)
  await file.writeFile(`${JSON.stringify(made, null, 2)}\n`)
  await file.sync()
  await file.close()
  return made
}

/** The product's own secrets: generated at the first start and kept under the data folder. */
export const loadSecrets = async (dataDir: string): Promise<Secrets> => {
  await mkdir(dataDir, { recursive: true })
  return keptOnce(join(dataDir, 'secrets.json'), secretsSchema, () => {
    const { privateKey, publicKey } = generateIdentityKeys()
    return {
      identityPrivateKey: privateKey,
      identityPublicKey: publicKey,
      internalSecret: random(48),
      databasePassword: random(24),
    }
  })
}

/** The administrator made where nobody named one; the address never leaves this machine. */
export const generatedAdministrator = (dataDir: string): Promise<Administrator> =>
  keptOnce(join(dataDir, 'admin.json'), adminSchema, () => ({
    email: 'admin@purple-sector.localhost',
    password: random(12),
  }))
