import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { findBinaries } from './binaries.ts'
import { ensureCluster, passwordOf, SCRAM_SETTINGS } from './cluster.ts'
import { chooseLocation, type DataLocation } from './data-location.ts'
import { stopOrphan } from './orphan.ts'
import { acquireOwnerLock } from './owner-lock.ts'
import { choosePort } from './port.ts'
import { type Server, type Settings, spawnServer, stopServer, waitUntilUp } from './server.ts'
import { asStartError, kindOf } from './start-error.ts'
import { type EmbeddedPostgres, type StartLog, supervise } from './supervise.ts'

export { isInUse, type LockedData, lockData } from './lock-data.ts'
export { DatabaseStartError } from './start-error.ts'
export type { EmbeddedPostgres, StartLog } from './supervise.ts'

export type EmbeddedOptions = {
  /** The product's data folder; the database lives in `postgres` inside it. */
  dataDir: string
  /** A fixed port; default: a free one, stored with the data. */
  port?: number
  log: StartLog
  /** Sum of all pools that will connect, default 200. */
  maxConnections?: number
  /** Name of the database to create, which `url` points to; default `purple_sector`. */
  database?: string
  /** Further settings of `postgres`. The product keeps the safe defaults; only tests turn `fsync` off. */
  settings?: Settings
  /** Cancels the start, which then rejects with the signal's reason and leaves no process running. */
  signal?: AbortSignal
}

const NEVER = new AbortController().signal

/**
 * Starts a real PostgreSQL on the data of `dataDir`, from npm packages only.
 *
 * The data are created at the first start and reused by later ones, also after a `kill -9`. A crashed server is
 * restarted on the same port, and it always ends with this process. Throws `DatabaseStartError` with a message for
 * users if it cannot start (running already, disk full, port in use, folder not accessible); no data are damaged.
 */
export const startEmbeddedPostgres = async (options: EmbeddedOptions): Promise<EmbeddedPostgres> => {
  const location = locateData(options)
  const release = lockHome(location)
  try {
    return await start(location, options, release)
  } catch (cause) {
    release()
    options.signal?.throwIfAborted()
    throw asStartError(location.home, { cause })
  }
}

const locateData = ({ dataDir, log }: EmbeddedOptions): DataLocation => {
  try {
    const location = chooseLocation(dataDir)
    if (location.movedFrom) {
      log.warn(
        { event: 'postgres.data_relocated' },
        `The database cannot live in ${location.movedFrom}, which ${location.account?.name} cannot enter: it is kept in ${location.home}`,
      )
    }
    return location
  } catch (cause) {
    throw asStartError(dataDir, { cause })
  }
}

const lockHome = ({ home }: DataLocation): (() => void) => {
  try {
    return acquireOwnerLock(home)
  } catch (cause) {
    throw asStartError(home, { cause })
  }
}

const start = async (
  location: DataLocation,
  options: EmbeddedOptions,
  release: () => void,
): Promise<EmbeddedPostgres> => {
  const { log, database = 'purple_sector', signal = NEVER } = options
  const binaries = findBinaries(location.account)
  const settings: Settings = {
    max_connections: options.maxConnections ?? 200,
    timezone: 'UTC',
    lc_messages: 'C',
    ...SCRAM_SETTINGS,
    // Statement errors reach the calling service, so they are not logged here.
    log_min_messages: 'log',
    log_min_error_statement: 'panic',
    ...options.settings,
  }
  const quick = settings.fsync === 'off'
  if (await ensureCluster(location, binaries, { quick, signal }))
    log.info({ event: 'postgres.cluster_created' }, `A new database was made in ${location.home}`)
  if (await stopOrphan(location, binaries, signal))
    log.info({ event: 'postgres.orphan_stopped' }, 'A Postgres that an earlier start had left behind was stopped')
  const password = passwordOf(location)
  const urlOf = (port: number, name: string): string => `postgres://postgres:${password}@127.0.0.1:${port}/${name}`

  const launch = async (port: number, signal: AbortSignal): Promise<Server> => {
    signal.throwIfAborted()
    const server = spawnServer(location, binaries, {
      port,
      settings,
      onLine: (line) => log.debug({ event: 'postgres.output' }, `postgres: ${line}`),
    })
    if (await waitUntilUp(server, urlOf(port, 'postgres'), signal)) return server
    await stopServer(server, location, binaries)
    signal.throwIfAborted()
    throw asStartError(location.home, { output: server.output() })
  }
  const { server, port } = await launchWithRetries((candidate) => launch(candidate, signal), location, options.port)
  try {
    await ensureDatabase(urlOf(port, 'postgres'), database)
    signal.throwIfAborted()
  } catch (error) {
    await stopServer(server, location, binaries)
    throw error
  }
  return supervise(server, {
    location,
    binaries,
    log,
    release,
    restart: (stopSignal) => launch(port, stopSignal),
    url: urlOf(port, database),
  })
}

const RETRY_TIMEOUT_MS = 20_000

/** Retries the launch until a killed server has released the data, and on another port if the chosen one is in use. */
const launchWithRetries = async (
  launch: (port: number) => Promise<Server>,
  location: DataLocation,
  requestedPort: number | undefined,
): Promise<{ server: Server; port: number }> => {
  const timeout = AbortSignal.timeout(RETRY_TIMEOUT_MS)
  for (;;) {
    const port = await choosePort(location.home, requestedPort)
    try {
      return { server: await launch(port), port }
    } catch (cause) {
      const kind = kindOf({ cause })
      const isTransient = kind === 'still-in-use' || (kind === 'port-in-use' && requestedPort === undefined)
      if (!isTransient || timeout.aborted) throw cause
      await delay(200)
    }
  }
}

const ensureDatabase = async (url: string, name: string): Promise<void> => {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {})
  await client.connect()
  try {
    const existing = await client.query('select 1 from pg_database where datname = $1', [name])
    if (!existing.rowCount) await client.query(`create database ${client.escapeIdentifier(name)}`)
  } finally {
    await client.end()
  }
}
