import { once } from 'node:events'
import { UnknownMigrationError } from '@purple-sector/database'
import { DatabaseStartError } from '@purple-sector/database/embedded'
import { FileError } from '@purple-sector/machine/files'
import { SHUTDOWN_TIMEOUT_MS, shutdownSignal } from '@purple-sector/machine/shutdown-signal'
import { ConfigError } from '@purple-sector/service-kit/config'
import { createLogger } from '@purple-sector/service-kit/logger'
import { startTracing } from '@purple-sector/service-kit/start-tracing'
import { type EmbeddedConfig, readConfig } from './config.ts'
import { type EmbeddedProduct, startEmbeddedProduct } from './product.ts'
import { SAMPLE_WEEKEND } from './sample-weekend-name.ts'

const print = (text: string) => process.stdout.write(`${text}\n`)

/** The summary for a new user, printed once everything runs. */
const welcome = (
  { url, localUrl, administrator, databaseFolder }: EmbeddedProduct,
  config: EmbeddedConfig,
  hasSample: boolean,
): string => {
  const password = config.adminPassword === undefined ? administrator.password : 'the one in ADMIN_PASSWORD'
  return [
    '',
    '  Purple Sector is running.',
    '',
    `    Open            ${url}`,
    ...(url === localUrl ? [] : [`    Listens at      ${localUrl}`]),
    `    Administrator   ${administrator.email}  (password: ${password})`,
    `    Data            ${config.dataDir}`,
    ...(databaseFolder === undefined ? [] : [`    Database        ${databaseFolder}`]),
    ...(hasSample ? [`    Sample weekend  "${SAMPLE_WEEKEND}", with made-up drivers and fans`] : []),
    '',
    '    See a race day: run "make race-day" in another terminal. Stop with Ctrl-C.',
    '',
  ].join('\n')
}

/** Names the port when the error contains it, as that of a listening socket does. */
const portOf = (error: Error): string => ('port' in error ? ` ${error.port}` : '')

const explain = (error: unknown): string => {
  const isForUsers = [ConfigError, DatabaseStartError, FileError].some((kind) => error instanceof kind)
  if (error instanceof Error && isForUsers) return error.message
  if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE')
    return `The port${portOf(error)} is taken by another program. Set PORT to a free one, or leave PORT out to have one chosen.`
  if (error instanceof UnknownMigrationError)
    return `An incompatible version of Purple Sector created the data; start with a fresh data folder, by setting DATA_DIR to another one (${error.message}).`
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}

// When the stop times out, the database ends with this process; no acknowledged write is lost.
const shutdown = shutdownSignal(SHUTDOWN_TIMEOUT_MS)

const run = async (): Promise<void> => {
  const config = readConfig(process.env)
  const log = createLogger(undefined, config.logLevel)
  const stopTracing = await startTracing('purple-sector', process.env, log)
  const product = await startEmbeddedProduct(config, log, shutdown)
  try {
    const hasSample = config.sampleData && (await product.loadSampleWeekend())
    print(welcome(product, config, hasSample))
    if (!shutdown.aborted) await once(shutdown, 'abort')
  } finally {
    await product.stop()
    await stopTracing()
  }
}

try {
  await run()
} catch (error) {
  if (error !== shutdown.reason) {
    process.stderr.write(`\n  Purple Sector could not start: ${explain(error)}\n\n`)
    process.exit(1)
  }
}
print('  Stopped.')
process.exit(0)
