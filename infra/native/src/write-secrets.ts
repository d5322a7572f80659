import { writeFileSync } from 'node:fs'
import { environmentLines } from './environment-lines.ts'
import { generateSecrets } from './secrets.ts'

const file = process.argv[2] ?? '.env'
const secrets = generateSecrets()
// Never over secrets that are in use: 'wx' fails where the file exists.
writeFileSync(file, environmentLines(secrets), { flag: 'wx', mode: 0o600 })
process.stdout.write(
  `Secrets are in ${file}; the administrator is ${secrets.ADMIN_EMAILS} (ADMIN_PASSWORD in that file).\n`,
)
