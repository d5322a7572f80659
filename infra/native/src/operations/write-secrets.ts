import { readFile, realpath } from 'node:fs/promises'
import { createFileAtomic, writeFileAtomic } from '@purple-sector/machine/files'
import { withMissingSecrets } from './missing-secrets.ts'
import { generateSecrets } from './secrets.ts'

const file = process.argv[2] ?? '.env'
const secrets = generateSecrets()

const readIfExists = async (path: string): Promise<string | undefined> => {
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
}

/** Creates the file or adds the secrets that it lacks; never overwrites secrets in use. */
const writeSecrets = async (): Promise<void> => {
  const before = await readIfExists(file)
  const { text, added } = withMissingSecrets(before ?? '', secrets)
  if (before === undefined) {
    if (!(await createFileAtomic(file, text)))
      throw new Error(`${file} was just created by another process. Try again.`)
    process.stdout.write(
      `Secrets are in ${file}; the administrator is ${secrets.ADMIN_EMAILS} (ADMIN_PASSWORD in that file).\n`,
    )
  } else if (added.length > 0) {
    await writeFileAtomic(await realpath(file), text)
    process.stdout.write(`${file} lacked ${added.join(', ')}: added.\n`)
  }
}

try {
  await writeSecrets()
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`)
  process.exitCode = 1
}
