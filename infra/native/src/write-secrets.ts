import { createWhole } from '@purple-sector/machine/files'
import { environmentLines } from './environment-lines.ts'
import { generateSecrets } from './secrets.ts'

const file = process.argv[2] ?? '.env'
const secrets = generateSecrets()
try {
  // Never over secrets that are in use.
  if (!(await createWhole(file, environmentLines(secrets)))) throw new Error(`${file} is there already.`)
  process.stdout.write(
    `Secrets are in ${file}; the administrator is ${secrets.ADMIN_EMAILS} (ADMIN_PASSWORD in that file).\n`,
  )
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`)
  process.exit(1)
}
