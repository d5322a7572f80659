import { createHmac } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { startEmbeddedPostgres } from '@purple-sector/database/embedded'
import type { Logger } from '@purple-sector/service-kit'
import { writeAddress } from './address.ts'
import type { EmbeddedConfig } from './config.ts'
import { createDisposables } from './disposables.ts'
import { choosePort } from './port.ts'
import { type Administrator, generatedAdministrator, loadSecrets } from './secrets.ts'

/** What a start that failed takes to end what it had started, at most. */
const ENDING_MS = 10_000
/** Connections that Postgres has room for: the pools of all services. */
const MAX_CONNECTIONS = 200

export type EmbeddedProduct = {
  /** Where a browser reaches it. */
  url: string
  /** Where it listens on this machine: what a proxy in front of it forwards to. */
  localUrl: string
  /** Its database, as the superuser reaches it. */
  databaseUrl: string
  /** Where its database is, if not in the data folder. */
  databaseFolder: string | undefined
  /** The first administrator, so that a newcomer can sign in and a sample weekend be made. */
  administrator: Administrator
  /** Gives an empty product a weekend to look at; false where it has one already. */
  loadSampleWeekend(): Promise<boolean>
  /** Ends gracefully: requests and events in hand are finished, then the database stops. */
  stop(): Promise<void>
}

const administratorOf = async (config: EmbeddedConfig): Promise<Administrator> => {
  const email = config.adminEmails?.[0]
  if (email !== undefined && config.adminPassword !== undefined) return { email, password: config.adminPassword }
  return generatedAdministrator(config.dataDir)
}

/** The code of the whole product, nearly all that a start has to read: while the database starts there is time for it. */
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
 * Starts the whole product in this process: Postgres, every service on the embedded adapters, and the gateway, the only
 * one that opens a port. Throws with a sentence for people where something is in its way, and the signal's reason where
 * that comes first; nothing is left running then.
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
    const starting = startEmbeddedPostgres({
      dataDir: config.dataDir,
      log: log.child({ service: 'postgres' }),
      maxConnections: MAX_CONNECTIONS,
      signal,
    })
    const loading = loadCode()
    // Where the database cannot start, that is what is told; else this is waited for below.
    loading.catch(() => {})
    const postgres = await starting
    disposables.add(() => postgres.stop())
    const { startServices, startGateway, loadSampleWeekend } = await loading
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
    // Whatever hangs ends with the process; the reason why must be heard.
    await Promise.race([disposables.run(), delay(ENDING_MS, undefined, { ref: false })])
    throw error
  }
}
