import { setTimeout as pause } from 'node:timers/promises'
import { createRedisCache } from '@purple-sector/cache'
import { openDatabase } from '@purple-sector/database'
import { createJobs } from '@purple-sector/jobs'
import { createKafkaBus } from '@purple-sector/messaging/kafka'
import { identityVerifier } from './calls/identity-token.ts'
import { httpCalls } from './calls/internal-calls.ts'
import { DRAINING_HEADER } from './calls/service-agent.ts'
import { ConfigError, readEnvironment, type ServiceEnvironment, serviceSchema, serviceUrls } from './config.ts'
import type { App } from './http/app-type.ts'
import { createLogger, type Logger } from './logger.ts'
import type { Platform } from './platform.ts'
import type { ServiceDefinition } from './service-definition.ts'

/**
 * On a race day many come at once, and nobody for minutes: those who come with the next result find connections that are
 * open, and most of which know the tables and plans already (the older ones are replaced then). A product that runs whole on somebody's own machine spares it the memory.
 */
const IDLE_CONNECTION_MS = 10 * 60_000

const platformOf = async (name: string, env: ServiceEnvironment, log: Logger) => {
  const { DATABASE_URL: url, DATABASE_POOL: maxConnections } = env
  const database = openDatabase({ url, schema: name, maxConnections, idleConnectionMs: IDLE_CONNECTION_MS })
  const topics = { replication: env.KAFKA_REPLICATION }
  const bus = await createKafkaBus({ brokers: env.KAFKA_BROKERS, clientId: name, topics, log })
  const jobs = createJobs({ kind: 'redis', url: env.REDIS_URL }, log)
  const cache = createRedisCache({ url: env.REDIS_URL, log })
  const calls = httpCalls({ caller: name, secret: env.INTERNAL_SECRET, urls: serviceUrls(process.env) })
  const platform: Platform = {
    database,
    bus,
    jobs,
    cache,
    calls,
    log,
    verifyIdentity: identityVerifier(env.IDENTITY_PUBLIC_KEY),
    internalSecret: env.INTERNAL_SECRET,
  }
  const close = async () => {
    await bus.close()
    await jobs.close()
    await cache.close()
    await database.destroy()
  }
  return { platform, close }
}

/** Who is told to stop while still starting has answered little: it is not waited for longer. */
const STARTING_MS = 1_000

/** docker-compose.yml gives 30 s. */
const STOPPING_MS = 20_000

/**
 * The life of a distributed process: run until SIGTERM or SIGINT, then `stop` (bounded to `stoppingMs`). A setting that is
 * missing ends the process with its message; anything else that fails at the start ends it with exit code 1.
 */
export const runProcess = async (
  name: string,
  start: (log: Logger) => Promise<() => Promise<void>>,
  { stoppingMs = STOPPING_MS }: { stoppingMs?: number } = {},
): Promise<void> => {
  const log = createLogger(name, process.env.LOG_LEVEL || 'info')
  const told = Promise.withResolvers<string>()
  process.once('SIGTERM', told.resolve)
  process.once('SIGINT', told.resolve)
  const starting = start(log)
  // Nobody waits for a start that takes long, for a bus that is away for instance.
  const stopping = told.promise.then(async (signal) => {
    log.info({ signal }, 'stopping')
    setTimeout(() => process.exit(1), stoppingMs).unref()
    const stop = await Promise.race([starting, pause(STARTING_MS)])
    await stop?.()
    process.exit(0)
  })
  stopping.catch((error) => {
    log.error({ err: error }, 'stopping failed')
    process.exit(1)
  })
  await starting.catch((error) => {
    if (error instanceof ConfigError) process.stderr.write(`${name}: ${error.message}\n`)
    else log.fatal({ err: error }, 'could not start')
    process.exit(1)
  })
}

/** For so long replies say that we leave: who sends many requests has heard it by then, and sends no more. */
const DRAIN_MS = 500

/** Lets callers go to other replicas before we listen no longer, so that none meets a closed door in mid-request. */
const leave = async (app: App): Promise<void> => {
  app.server.prependListener('request', (_request, response) => {
    response.setHeader(DRAINING_HEADER, 'yes')
    response.setHeader('connection', 'close')
  })
  await pause(DRAIN_MS)
}

type Runnable<Config> = Pick<ServiceDefinition<Config>, 'name' | 'readConfig' | 'build'>

/**
 * Runs a service as its own process on Kafka, Redis and Postgres by URL; a worker of it with a `build` of its own, and
 * the name by which log and metrics know it.
 */
export const runService = <Config>(
  { name, readConfig, build }: Runnable<Config>,
  processName: string = name,
): Promise<void> =>
  runProcess(processName, async (log) => {
    const env = readEnvironment(serviceSchema, process.env)
    const config = readConfig(process.env)
    const { platform, close } = await platformOf(name, env, log)
    const service = await build(platform, config)
    // Before it listens: a caller that does not look at `/readyz` sends requests as soon as it does.
    await service.start()
    await service.app.listen({ port: env.PORT, host: env.HOST })
    log.info({ port: env.PORT }, 'running')
    return async () => {
      await leave(service.app)
      await service.stop()
      await close()
    }
  })
