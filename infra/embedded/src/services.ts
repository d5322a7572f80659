import { createInProcessCache } from '@purple-sector/cache'
import { migrate, openDatabase, provisionServices, serviceUrl } from '@purple-sector/database'
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
import { kitMigrations } from '@purple-sector/service-kit/data/kit-migrations'
import type { EmbeddedConfig } from './config.ts'
import type { Disposables } from './disposables.ts'
import type { Administrator, Secrets } from './secrets.ts'
import { waitUntilReady } from './wait-until-ready.ts'

/**
 * Connections per service, the same as in its own process (`DATABASE_POOL`).
 * Postgres is started with a connection limit for all of them.
 */
const POOL = 10
/**
 * Raised, because fans of one household or one load test register from one address.
 * In production the usual limit applies.
 */
const REGISTRATIONS_OUTSIDE_PRODUCTION = '6000'

/** Waits for all promises, also after a failure, so that none is still running when this rejects. */
const settleAll = async <T>(promises: Promise<T>[]): Promise<T[]> => {
  await Promise.allSettled(promises)
  return Promise.all(promises)
}

/** Loads the code of all services before they are started. */
export const loadServices = (): Promise<unknown[]> => settleAll(definitions.map(async ({ load }) => load?.()))

type Options = {
  config: EmbeddedConfig
  secrets: Secrets
  administrator: Administrator
  /** URL of the superuser. */
  databaseUrl: string
  /** URL of the product for browsers. */
  url: string
  /** Collects functions that stop what was started, also when the start fails. */
  disposables: Disposables
  log: Logger
  signal: AbortSignal
}

/**
 * Starts every service on the embedded adapters.
 * Resolves when each has the data it needs from the others. Rejects with the signal's reason when it aborts first.
 */
export const startServices = async (options: Options) => {
  const { config, secrets, administrator, databaseUrl, disposables, log, signal } = options
  const registerDatabase = (database: ReturnType<typeof openDatabase>) => {
    disposables.add(() => database.destroy())
    return database
  }
  const busLog = log.child({ service: 'bus' })
  const busDatabase = registerDatabase(openDatabase({ url: databaseUrl, schema: 'bus', maxConnections: POOL }))
  const bus = await createInProcessBus({ database: busDatabase, log: busLog })
  disposables.add(() => bus.close())
  const jobs = createJobs({ kind: 'postgres', url: databaseUrl, schema: 'jobs' }, log.child({ service: 'jobs' }))
  disposables.add(() => jobs.close())
  const cache = createInProcessCache()
  const apps = new Map<string, App>()
  const callsOf = (caller: string) => inProcessCalls({ caller, secret: secrets.internalSecret, apps })
  const verifyIdentity = identityVerifier(secrets.identityPublicKey)

  const environment: NodeJS.ProcessEnv = {
    ...(config.production ? {} : { LIMIT_REGISTRATION: REGISTRATIONS_OUTSIDE_PRODUCTION }),
    ...config.environment,
    // Scoring runs inline, because there is no scoring worker beside this process.
    SCORING: 'inline',
    DATA_DIR: config.dataDir,
    PUBLIC_URL: options.url,
    ADMIN_EMAILS: config.adminEmails?.join(',') ?? administrator.email,
    ADMIN_PASSWORD: administrator.password,
  }
  const accessOf = (service: string) => ({ service, password: secrets.databasePassword })
  const buildService = async ({
    name,
    migrationsDirectory,
    readConfig,
    build,
  }: ServiceDefinition): Promise<Service> => {
    const database = registerDatabase(
      openDatabase({ url: serviceUrl(databaseUrl, accessOf(name)), schema: name, maxConnections: POOL }),
    )
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
  await provisionServices(
    databaseUrl,
    definitions.map(({ name }) => accessOf(name)),
  )
  signal.throwIfAborted()
  const services = await settleAll(definitions.map(buildService))
  for (const { name, app } of services) apps.set(name, app)
  for (const { app } of services) await app.ready()
  // All services start concurrently, because each may request state from the others while it starts.
  signal.throwIfAborted()
  await settleAll(
    services.map((service) => {
      disposables.add(() => service.stop())
      return service.start()
    }),
  )
  await waitUntilReady(services, log, signal)
  return { apps, bus, cache, callsOf, signIdentity: identitySigner(secrets.identityPrivateKey) }
}
