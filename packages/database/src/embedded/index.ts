import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { findBinaries } from './binaries.ts'
import { ensureCluster, PASSWORDS_ARE_RANDOM, passwordOf } from './cluster.ts'
import { stopOrphan } from './orphan.ts'
import { claim } from './owner-lock.ts'
import { choosePlace, type Place } from './place.ts'
import { choosePort } from './port.ts'
import { asStartError, kindOf } from './problem.ts'
import { endServer, isUp, type Server, type Settings, spawnServer } from './server.ts'
import { type EmbeddedPostgres, type StartLog, supervise } from './supervise.ts'

export { type HeldData, holdData, isInUse } from './hold.ts'
export { DatabaseStartError } from './problem.ts'
export type { EmbeddedPostgres, StartLog } from './supervise.ts'

export type EmbeddedOptions = {
  /** The product's data folder; the database lives in `postgres` inside it. */
  dataDir: string
  /** A fixed port; without it a free one is chosen and kept with the data. */
  port?: number
  log: StartLog
  /** Sum of all pools that will connect, default 200. */
  maxConnections?: number
  /** Name of the database that is made and that `url` leads to, default `purple_sector`. */
  database?: string
  /** More settings of `postgres`. The product keeps the safe ones; only tests turn `fsync` off. */
  settings?: Settings
  /** Ends the start, which then rejects with the signal's reason and leaves nothing running. */
  signal?: AbortSignal
}

const never = new AbortController().signal

/**
 * Starts a real PostgreSQL on the data of `dataDir` with nothing but npm packages: made at the first
 * start, found again at the next, also after a `kill -9`. A server that dies is started again on the same
 * port. Throws `DatabaseStartError` with a message for people where it cannot start (running already,
 * disk full, port taken, folder that cannot be entered); nothing is damaged then. The server ends with this
 * process, however that ends.
 */
export const startEmbeddedPostgres = async (options: EmbeddedOptions): Promise<EmbeddedPostgres> => {
  const place = located(options)
  const release = claimed(place)
  try {
    return await start(place, options, release)
  } catch (cause) {
    release()
    options.signal?.throwIfAborted()
    throw asStartError(place.home, { cause })
  }
}

const located = ({ dataDir, log }: EmbeddedOptions): Place => {
  try {
    const place = choosePlace(dataDir)
    if (place.movedFrom) {
      log.warn(
        `The database cannot live in ${place.movedFrom}, which ${place.account?.name} cannot enter: it is kept in ${place.home}`,
      )
    }
    return place
  } catch (cause) {
    throw asStartError(dataDir, { cause })
  }
}

const claimed = ({ home }: Place): (() => void) => {
  try {
    return claim(home)
  } catch (cause) {
    throw asStartError(home, { cause })
  }
}

const start = async (place: Place, options: EmbeddedOptions, release: () => void): Promise<EmbeddedPostgres> => {
  const { log, database = 'purple_sector', signal = never } = options
  const binaries = findBinaries(place.account)
  const settings: Settings = {
    max_connections: options.maxConnections ?? 200,
    timezone: 'UTC',
    lc_messages: 'C',
    ...PASSWORDS_ARE_RANDOM,
    // Errors of statements reach the service that made them; here they would only be noise.
    log_min_messages: 'log',
    log_min_error_statement: 'panic',
    ...options.settings,
  }
  const quick = settings.fsync === 'off'
  if (await ensureCluster(place, binaries, { quick, signal })) log.info(`A new database was made in ${place.home}`)
  if (await stopOrphan(place, binaries, signal))
    log.info('A Postgres that an earlier start had left behind was stopped')
  const password = passwordOf(place)
  const urlOf = (port: number, name: string): string => `postgres://postgres:${password}@127.0.0.1:${port}/${name}`

  const launch = async (port: number, until: AbortSignal): Promise<Server> => {
    until.throwIfAborted()
    const server = spawnServer(place, binaries, { port, settings, onLine: (line) => log.debug(`postgres: ${line}`) })
    if (await isUp(server, urlOf(port, 'postgres'), until)) return server
    await endServer(server, place, binaries)
    until.throwIfAborted()
    throw asStartError(place.home, { output: server.output() })
  }
  const { server, port } = await launchWithRetries((at) => launch(at, signal), place, options.port)
  try {
    await ensureDatabase(urlOf(port, 'postgres'), database)
    signal.throwIfAborted()
  } catch (error) {
    await endServer(server, place, binaries)
    throw error
  }
  return supervise(server, {
    place,
    binaries,
    log,
    release,
    again: (until) => launch(port, until),
    url: urlOf(port, database),
  })
}

const startTimeoutMs = 20_000

/** Launches until the remains of a killed server have let go of the data, and on another port when one was snatched. */
const launchWithRetries = async (
  launch: (port: number) => Promise<Server>,
  place: Place,
  wanted: number | undefined,
): Promise<{ server: Server; port: number }> => {
  const timeout = AbortSignal.timeout(startTimeoutMs)
  for (;;) {
    const port = await choosePort(place.home, wanted)
    try {
      return { server: await launch(port), port }
    } catch (cause) {
      const kind = kindOf({ cause })
      const mayPass = kind === 'still-held' || (kind === 'port-taken' && wanted === undefined)
      if (!mayPass || timeout.aborted) throw cause
      await delay(200)
    }
  }
}

const ensureDatabase = async (url: string, name: string): Promise<void> => {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {})
  await client.connect()
  try {
    const known = await client.query('select 1 from pg_database where datname = $1', [name])
    if (!known.rowCount) await client.query(`create database ${client.escapeIdentifier(name)}`)
  } finally {
    await client.end()
  }
}
