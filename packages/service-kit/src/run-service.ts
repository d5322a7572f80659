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
import { collectPoolMetrics } from './pool-metrics.ts'
import type { ServiceDefinition } from './service-definition.ts'
import { startTracing } from './start-tracing.ts'

/**
 * On a race day, bursts of requests follow minutes without any: the burst after a result finds open connections, most
 * of which have tables and plans cached (older connections are then replaced). The embedded product closes idle
 * connections earlier, to save memory on the user's machine.
 */
const IDLE_CONNECTION_MS = 10 * 60_000

const platformOf = async (name: string, env: ServiceEnvironment, log: Logger) => {
  const { DATABASE_URL: url, DATABASE_POOL: maxConnections } = env
  const database = openDatabase({ url, schema: name, maxConnections, idleConnectionMs: IDLE_CONNECTION_MS })
  collectPoolMetrics(name, database)
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

/** How long a stop waits for a start in progress, which has hardly any requests in flight. */
const START_TIMEOUT_MS = 1_000

/** docker-compose.yml allows 30 s. */
const STOP_TIMEOUT_MS = 20_000

/** Starts tracing, then the process; the returned stop ends them in reverse order. */
const startTraced = async (
  name: string,
  log: Logger,
  start: (log: Logger) => Promise<() => Promise<void>>,
): Promise<() => Promise<void>> => {
  const stopTracing = await startTracing(name, process.env, log)
  const stop = await start(log)
  return async () => {
    await stop()
    await stopTracing()
  }
}

/**
 * Runs a distributed process until SIGTERM or SIGINT, then calls `stop` (limited to `stoppingMs`).
 *
 * A missing setting ends the process with its message; any other failure at the start ends it with exit code 1.
 */
export const runProcess = async (
  name: string,
  start: (log: Logger) => Promise<() => Promise<void>>,
  { stoppingMs = STOP_TIMEOUT_MS }: { stoppingMs?: number } = {},
): Promise<void> => {
  const log = createLogger(name, process.env.LOG_LEVEL || 'info')
  const stopSignal = Promise.withResolvers<string>()
  process.once('SIGTERM', stopSignal.resolve)
  process.once('SIGINT', stopSignal.resolve)
  const starting = startTraced(name, log, start)
  // A start that takes long, for instance because the bus is unavailable, is not awaited.
  const stopping = stopSignal.promise.then(async (signal) => {
    log.info({ event: 'service.stopping', signal }, 'Stopping')
    setTimeout(() => process.exit(1), stoppingMs).unref()
    const stop = await Promise.race([starting, pause(START_TIMEOUT_MS)])
    await stop?.()
    process.exit(0)
  })
  stopping.catch((error) => {
    log.error({ event: 'service.stop_failed', err: error }, 'Stopping failed')
    process.exit(1)
  })
  await starting.catch((error) => {
    if (error instanceof ConfigError) process.stderr.write(`${name}: ${error.message}\n`)
    else log.fatal({ event: 'service.start_failed', err: error }, 'Service could not start')
    process.exit(1)
  })
}

/** How long replies announce the draining, so that frequent callers notice it and send no more requests. */
const DRAIN_MS = 500

/** Lets callers switch to other replicas before the server stops listening, so that no request is refused. */
const drainCallers = async (app: App): Promise<void> => {
  app.server.prependListener('request', (_request, response) => {
    response.setHeader(DRAINING_HEADER, 'yes')
    response.setHeader('connection', 'close')
  })
  await pause(DRAIN_MS)
}

type Runnable<Config> = Pick<ServiceDefinition<Config>, 'name' | 'readConfig' | 'build'>

/**
 * Runs a service as its own process on Kafka, Redis and Postgres by URL, or one of its workers that has its own
 * `build`. `processName` is its name in logs and metrics.
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
    // Start before listening: a caller that ignores `/readyz` sends requests as soon as the port is open.
    await service.start()
    await service.app.listen({ port: env.PORT, host: env.HOST })
    log.info({ event: 'service.started', port: env.PORT }, 'running')
    return async () => {
      await drainCallers(service.app)
      await service.stop()
      await close()
    }
  })
