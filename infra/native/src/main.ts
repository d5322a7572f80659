import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { writeFileAtomic } from '@purple-sector/machine/files'
import { SHUTDOWN_TIMEOUT_MS, shutdownSignal } from '@purple-sector/machine/shutdown-signal'
import { createLogger } from '@purple-sector/service-kit/logger'
import { environmentLines, infrastructureEnvironment } from './infrastructure/environment-lines.ts'
import { startNativeInfrastructure } from './infrastructure/infrastructure.ts'
import { repositoryRoot } from './repository-root.ts'

const usage = `Starts real Postgres, Redis and Kafka on this machine, without containers, until Ctrl-C.

  --data-dir <folder>   where they keep their data (default: var/native)
  --write-env <file>    also writes the addresses into this file, and removes it at the end
`

// Not named `--env-file`, because Node interprets that option itself, wherever it stands.
const { values } = parseArgs({
  options: { 'data-dir': { type: 'string' }, 'write-env': { type: 'string' }, help: { type: 'boolean' } },
})

if (values.help) {
  process.stdout.write(usage)
  process.exit(0)
}

const shutdown = shutdownSignal(SHUTDOWN_TIMEOUT_MS)
const envFile = values['write-env']

const run = async (): Promise<void> => {
  const infrastructure = await startNativeInfrastructure({
    dataDir: values['data-dir'] ?? join(repositoryRoot, 'var', 'native'),
    log: createLogger('infra-native', 'warn'),
    signal: shutdown,
  })
  try {
    const environment = infrastructureEnvironment(infrastructure)
    if (envFile) await writeFileAtomic(envFile, environmentLines(environment))
    process.stdout.write(`${environmentLines(environment, 'export ')}\nRunning. Ctrl-C stops all of it.\n`)
    if (!shutdown.aborted) await once(shutdown, 'abort')
    process.stdout.write('Stopping …\n')
  } finally {
    await infrastructure.stop()
    if (envFile) rmSync(envFile, { force: true })
  }
}

try {
  await run()
} catch (error) {
  if (error !== shutdown.reason) {
    process.stderr.write(`${error instanceof Error ? error.message : error}\n`)
    process.exit(1)
  }
}
process.stdout.write('Stopped.\n')
process.exit(0)
