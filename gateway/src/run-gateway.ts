import { createServer, type Server } from 'node:http'
import { fileURLToPath } from 'node:url'
import { createRedisCache } from '@purple-sector/cache'
import { createKafkaBus } from '@purple-sector/messaging/kafka'
import { metricsText } from '@purple-sector/metrics'
import {
  httpCalls,
  identitySigner,
  type Logger,
  processSchema,
  readEnvironment,
  serviceUrls,
} from '@purple-sector/service-kit'
import { portNumber } from '@purple-sector/service-kit/config'
import { z } from 'zod'
import { buildGateway } from './app.ts'
import { readConfig } from './config.ts'

const schema = processSchema.extend({
  IDENTITY_PRIVATE_KEY: z.string({ error: 'is needed (Ed25519, PKCS8, base64; only the gateway holds it)' }),
  METRICS_PORT: portNumber.optional(),
  WEB_DIST: z.string().default(fileURLToPath(new URL('../../web/dist', import.meta.url))),
  WEB_DRAWING: z.string().default(fileURLToPath(new URL('../../web/ssr/dist', import.meta.url))),
})

/** Serves metrics on a separate port, which is never published. */
const serveMetrics = (port: number | undefined, host: string): Server | undefined => {
  if (port === undefined) return undefined
  const server = createServer((request, response) => {
    if (request.url !== '/metrics') {
      response.writeHead(404).end()
      return
    }
    metricsText().then(
      ({ contentType, text }) => response.writeHead(200, { 'content-type': contentType }).end(text),
      () => response.writeHead(500).end(),
    )
  })
  return server.listen(port, host)
}

/** Runs the gateway as a process of its own, on Kafka, Redis and services by URL. Resolves to its shutdown function. */
export const runGateway = async (log: Logger): Promise<() => Promise<void>> => {
  const env = readEnvironment(schema, process.env)
  const config = readConfig(process.env)
  const urls = serviceUrls(process.env)
  const topics = { replication: env.KAFKA_REPLICATION }
  const bus = await createKafkaBus({ brokers: env.KAFKA_BROKERS, clientId: 'gateway', topics, log })
  const cache = createRedisCache({ url: env.REDIS_URL, log })
  const gateway = await buildGateway({
    upstreams: urls,
    calls: httpCalls({ caller: 'gateway', secret: env.INTERNAL_SECRET, urls }),
    bus,
    cache,
    log,
    config,
    signIdentity: identitySigner(env.IDENTITY_PRIVATE_KEY),
    staticDirectory: env.WEB_DIST,
    ssrDirectory: env.WEB_DRAWING,
  })
  await gateway.listen({ port: env.PORT, host: env.HOST })
  await gateway.start()
  const metrics = serveMetrics(env.METRICS_PORT, env.HOST)
  log.info({ event: 'gateway.started', port: env.PORT }, 'running')
  return async () => {
    metrics?.close()
    await gateway.stop()
    await bus.close()
    await cache.close()
  }
}
