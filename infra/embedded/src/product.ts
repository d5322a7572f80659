import { createHmac } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { createInProcessCache } from '@purple-sector/cache'
import { migrate, openDatabase, provisionService } from '@purple-sector/database'
import { startEmbeddedPostgres } from '@purple-sector/database/embedded'
import { createJobs } from '@purple-sector/jobs'
import { createInProcessBus } from '@purple-sector/messaging/in-process'
import { services as definitions } from '@purple-sector/product'
import {
  type App,
  identitySigner,
  identityVerifier,
  inProcessCalls,
  type Logger,
  type Platform,
  type Service,
  type ServiceDefinition,
} from '@purple-sector/service-kit'
import { kitMigrations } from '@purple-sector/service-kit/kit-migrations'
import { writeAddress } from './address.ts'
import { untilCaughtUp } from './caught-up.ts'
import type { EmbeddedConfig } from './config.ts'
import { createEndings } from './endings.ts'
import { startGateway } from './gateway.ts'
import { choosePort } from './port.ts'
import { loadSampleWeekend } from './sample-weekend.ts'
import { type Administrator, generatedAdministrator, loadSecrets } from './secrets.ts'

/** Connections each service may hold; Postgres is started with room for all of them. */
const POOL = 20
/** What a start that failed takes to end what it had started, at most. */
const ENDING_MS = 10_000
/** Fans of one household or one load test register from one address; in production the usual limit holds. */
const REGISTRATIONS_OUTSIDE_PRODUCTION = '6000'

export type EmbeddedProduct = {
  /** Where a browser reaches it. */
  url: string
  /** Where it listens on this machine: what a proxy in front of it forwards to. */
  localUrl: string
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

/** What all of them answer; where one fails its reason, but only once none is at work that could still start something. */
const allOf = async <T>(works: Promise<T>[]): Promise<T[]> => {
  await Promise.allSettled(works)
  return Promise.all(works)
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
  const endings = createEndings(log)
  try {
    const postgres = await startEmbeddedPostgres({
      dataDir: config.dataDir,
      log: log.child({ service: 'postgres' }),
      maxConnections: 200,
      signal,
    })
    endings.add(() => postgres.stop())
    const opened = (database: ReturnType<typeof openDatabase>) => {
      endings.add(() => database.destroy())
      return database
    }
    const busLog = log.child({ service: 'bus' })
    const busDatabase = opened(openDatabase({ url: postgres.url, schema: 'bus', maxConnections: POOL }))
    const bus = await createInProcessBus({ database: busDatabase, log: busLog })
    endings.add(() => bus.close())
    const jobs = createJobs({ kind: 'postgres', url: postgres.url, schema: 'jobs' }, log.child({ service: 'jobs' }))
    endings.add(() => jobs.close())
    const cache = createInProcessCache()
    const apps = new Map<string, App>()
    const callsOf = (caller: string) => inProcessCalls({ caller, secret: secrets.internalSecret, apps })
    const verifyIdentity = identityVerifier(secrets.identityPublicKey)

    const environment: NodeJS.ProcessEnv = {
      ...(config.production ? {} : { LIMIT_REGISTRATION: REGISTRATIONS_OUTSIDE_PRODUCTION }),
      ...config.environment,
      // This process is every process: there is no scoring worker beside it.
      SCORING: 'here',
      DATA_DIR: config.dataDir,
      PUBLIC_URL: url,
      ADMIN_EMAILS: config.adminEmails?.join(',') ?? administrator.email,
      ADMIN_PASSWORD: administrator.password,
    }
    const installed = async ({ name, migrationsDirectory, readConfig, build }: ServiceDefinition): Promise<Service> => {
      const own = await provisionService(postgres.url, { service: name, password: secrets.databasePassword })
      const database = opened(openDatabase({ url: own, schema: name, maxConnections: POOL }))
      await migrate(database, { directories: [...kitMigrations, migrationsDirectory], schema: name })
      const serviceLog = log.child({ service: name })
      const platform: Platform = {
        database,
        bus,
        jobs,
        cache,
        calls: callsOf(name),
        log: serviceLog,
        verifyIdentity,
        internalSecret: secrets.internalSecret,
      }
      signal.throwIfAborted()
      return build(platform, readConfig(environment))
    }
    signal.throwIfAborted()
    const services = await allOf(definitions.map(installed))
    for (const { name, app } of services) apps.set(name, app)
    for (const { app } of services) await app.ready()
    // Each may ask the others for their state while it starts, so all start together.
    signal.throwIfAborted()
    await allOf(
      services.map((service) => {
        endings.add(() => service.stop())
        return service.start()
      }),
    )
    await untilCaughtUp(services, log, signal)
    const calls = callsOf('gateway')
    const signIdentity = identitySigner(secrets.identityPrivateKey)
    const gateway = await startGateway({ config, signIdentity, port, apps, calls, bus, cache, log, signal })
    endings.add(() => gateway.stop())
    const local = `http://localhost:${gateway.port}`
    await writeAddress(config.dataDir, local)
    const fanPassword = (username: string): string =>
      createHmac('sha256', secrets.internalSecret).update(`sample fan ${username}`).digest('base64url')
    return {
      url: config.publicUrl ?? local,
      localUrl: local,
      administrator,
      loadSampleWeekend: () => loadSampleWeekend({ apps, signIdentity, administrator, fanPassword, signal }),
      stop: endings.run,
    }
  } catch (error) {
    // Whatever hangs ends with the process; the reason why must be heard.
    await Promise.race([endings.run(), delay(ENDING_MS, undefined, { ref: false })])
    throw error
  }
}
