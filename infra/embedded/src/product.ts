import { createHmac } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { startEmbeddedPostgres } from '@purple-sector/database/embedded'
import type { Logger } from '@purple-sector/service-kit'
import { writeAddress } from './address.ts'
import type { EmbeddedConfig } from './config.ts'
import { createDisposables } from './disposables.ts'
import { choosePort } from './port.ts'
import { type Administrator, generatedAdministrator, loadSecrets } from './secrets.ts'

/** Timeout of stopping what a failed start has started. */
const CLEANUP_TIMEOUT_MS = 10_000
/** Connection limit of Postgres: the pools of all services. */
const MAX_CONNECTIONS = 200

export type EmbeddedProduct = {
  /** URL for browsers. */
  url: string
  /** Local address, to which a proxy in front of the product forwards. */
  localUrl: string
  /** URL of its database as the superuser. */
  databaseUrl: string
  /** Folder of its database, when it is not in the data folder. */
  databaseFolder: string | undefined
  /** The initial administrator, who lets a new user sign in and creates the sample weekend. */
  administrator: Administrator
  /** Creates a sample weekend in an empty product; false when a weekend exists. */
  loadSampleWeekend(): Promise<boolean>
  /** Stops gracefully: finishes requests and events in progress, then stops the database. */
  stop(): Promise<void>
}

const administratorOf = async (config: EmbeddedConfig): Promise<Administrator> => {
  const email = config.adminEmails?.[0]
  if (email !== undefined && config.adminPassword !== undefined) return { email, password: config.adminPassword }
  return generatedAdministrator(config.dataDir)
}

/** Loads the code of the whole product, the larger part of a start, while the database starts. */
const loadCode = async () => {
  const [{ loadServices, startServices }, { startGateway }, { loadSampleWeekend }] = await Promise.all([
    import('./services.ts'),
    import('./gateway.ts'),
    import('./sample-weekend.ts'),
  ])
  await loadServices()
  return { startServices, startGateway, loadSampleWeekend }
}

/**
 * Starts the whole product in this process: Postgres, all services on the embedded adapters, and the gateway.
 * Only the gateway opens a port. Throws a message for users when the start fails, and the signal's reason when it
 * aborts first; nothing is left running then.
 */
export const startEmbeddedProduct = async (
  config: EmbeddedConfig,
  log: Logger,
  signal: AbortSignal = new AbortController().signal,
): Promise<EmbeddedProduct> => {
  const secrets = await loadSecrets(config.dataDir)
  const administrator = await administratorOf(config)
  const port = await choosePort(config.port, config.host)
  const url = config.publicUrl ?? `http://localhost:${port}`
  const disposables = createDisposables(log)
  try {
    const postgresStart = startEmbeddedPostgres({
      dataDir: config.dataDir,
      log: log.child({ service: 'postgres' }),
      maxConnections: MAX_CONNECTIONS,
      signal,
    })
    const codeLoad = loadCode()
    // If the database cannot start, that error is reported; the code is awaited below.
    codeLoad.catch(() => {})
    const postgres = await postgresStart
    disposables.add(() => postgres.stop())
    const { startServices, startGateway, loadSampleWeekend } = await codeLoad
    signal.throwIfAborted()
    const { apps, bus, cache, callsOf, signIdentity } = await startServices({
      config,
      secrets,
      administrator,
      databaseUrl: postgres.url,
      url,
      disposables,
      log,
      signal,
    })
    const calls = callsOf('gateway')
    const gateway = await startGateway({ config, signIdentity, port, apps, calls, bus, cache, log, signal })
    disposables.add(() => gateway.stop())
    const local = `http://localhost:${gateway.port}`
    await writeAddress(config.dataDir, local)
    const fanPassword = (username: string): string =>
      createHmac('sha256', secrets.internalSecret).update(`sample fan ${username}`).digest('base64url')
    return {
      url: config.publicUrl ?? local,
      localUrl: local,
      databaseUrl: postgres.url,
      databaseFolder: postgres.movedTo,
      administrator,
      loadSampleWeekend: () => loadSampleWeekend({ apps, signIdentity, administrator, fanPassword, signal }),
      stop: disposables.run,
    }
  } catch (error) {
    // A step that hangs ends with the process; the original error must be reported.
    await Promise.race([disposables.run(), delay(CLEANUP_TIMEOUT_MS, undefined, { ref: false })])
    throw error
  }
}
