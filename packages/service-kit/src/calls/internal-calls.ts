import type { FastifyInstance } from 'fastify'
import { busy } from '../errors.ts'
import { originOf } from './replicas.ts'
import { type CallTransport, callsBy, notInstalled, type ServiceCalls } from './rpc.ts'
import { createServiceAgent } from './service-agent.ts'
import { signedHeaders } from './signed-call.ts'

/** Shorter than the timeout of any call, so that there is time to try another replica. */
const CONNECT_TIMEOUT_MS = 1_000
/** For calls without a timeout of their own. */
const DEFAULT_TIMEOUT_MS = 5_000

/** Creates calls for the distributed product: HTTP to the replicas of each service, by the base URLs of its setting. */
export const httpCalls = (options: {
  caller: string
  secret: string
  urls: Record<string, string>
}): ServiceCalls & CallTransport => {
  const agent = createServiceAgent(Object.values(options.urls), {
    connections: 32,
    keepAliveTimeout: 30_000,
    connect: { timeout: CONNECT_TIMEOUT_MS },
  })
  return callsBy({
    async call(service, call) {
      const base = options.urls[service]
      if (base === undefined) return notInstalled
      const body = call.body === undefined ? '' : JSON.stringify(call.body)
      try {
        const reply = await agent.request({
          origin: originOf(base),
          path: call.path,
          method: call.method,
          headers: signedHeaders(options.secret, options.caller, call, body),
          body: body === '' ? null : body,
          signal: AbortSignal.timeout(call.timeoutMs ?? DEFAULT_TIMEOUT_MS),
        })
        const text = await reply.body.text()
        return { status: reply.statusCode, body: text === '' ? undefined : JSON.parse(text) }
      } catch (error) {
        throw busy(new Error(`${service} does not reply`, { cause: error }))
      }
    },
  })
}

/** Creates calls for the embedded product: the same signed call, injected into the service's Fastify instance. */
export const inProcessCalls = (options: {
  caller: string
  secret: string
  apps: ReadonlyMap<string, FastifyInstance>
}): ServiceCalls & CallTransport =>
  callsBy({
    async call(service, call) {
      const app = options.apps.get(service)
      if (!app) return notInstalled
      const body = call.body === undefined ? '' : JSON.stringify(call.body)
      const injected = app.inject({
        method: call.method,
        url: call.path,
        headers: signedHeaders(options.secret, options.caller, call, body),
        ...(body === '' ? {} : { payload: body }),
      })
      const timeout = AbortSignal.timeout(call.timeoutMs ?? DEFAULT_TIMEOUT_MS)
      const reply = await Promise.race([
        injected,
        new Promise<never>((_, reject) =>
          timeout.addEventListener('abort', () => reject(busy(new Error(`${service} does not reply in time`)))),
        ),
      ])
      return { status: reply.statusCode, body: reply.payload === '' ? undefined : JSON.parse(reply.payload) }
    },
  })
