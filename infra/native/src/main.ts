import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { writeWhole } from '@purple-sector/machine/files'
import { createLogger } from '@purple-sector/service-kit/logger'
import { environmentLines, infrastructureEnvironment } from './environment-lines.ts'
import { startNativeInfrastructure } from './infrastructure.ts'
import { repositoryRoot } from './repository-root.ts'
import { untilToldToStop } from './until-told-to-stop.ts'

const usage = `Starts real Postgres, Redis and Kafka on this machine, without containers, until Ctrl-C.

  --data-dir <folder>   where they keep their data (default: var/native)
  --write-env <file>    also writes the addresses into this file, and removes it at the end
`

// Not called `--env-file`: Node takes that one for itself, wherever it stands.
const { values } = parseArgs({
  options: { 'data-dir': { type: 'string' }, 'write-env': { type: 'string' }, help: { type: 'boolean' } },
})

if (values.help) {
  process.stdout.write(usage)
  process.exit(0)
}

const log = createLogger('infra-native', 'warn')
const told = untilToldToStop()
const dataDir = values['data-dir'] ?? join(repositoryRoot, 'var', 'native')
const infrastructure = await startNativeInfrastructure({ dataDir, log }).catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`)
  process.exit(1)
})
const environment = infrastructureEnvironment(infrastructure)
process.stdout.write(`${environmentLines(environment, 'export ')}\nRunning. Ctrl-C stops all of it.\n`)
const envFile = values['write-env']
if (envFile) await writeWhole(envFile, environmentLines(environment))

await told
process.stdout.write('Stopping …\n')
await infrastructure.stop()
if (envFile) rmSync(envFile, { force: true })
process.exit(0)
