import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { currentTraceparent } from '@purple-sector/messaging/trace'
import type { FastifyInstance } from 'fastify'
import { Agent, request } from 'undici'
import { busy } from './errors.ts'

/** A synchronous call between services: the exception, each with its reason where it is made. */
export type ServiceCall = { method: 'GET' | 'POST'; path: string; body?: unknown; timeoutMs?: number }
export type ServiceReply = { status: number; body: unknown }

/** Calls `/internal/*` of another service, signed by the caller. Throws `unavailable` when it does not answer in time. */
export type ServiceCalls = { call(service: string, call: ServiceCall): Promise<ServiceReply> }

export const CALLER_HEADER = 'x-internal-caller'
export const TIMESTAMP_HEADER = 'x-internal-timestamp'
export const SIGNATURE_HEADER = 'x-internal-signature'
/** Two clocks, each five minutes wrong in its own direction, are ten apart; the rest is for the way. */
const TOLERANCE_MS = 15 * 60_000
const DEFAULT_TIMEOUT_MS = 5_000

type Signed = { caller: string; method: string; path: string; timestamp: string; body: string }

const signature = (secret: string, { caller, method, path, timestamp, body }: Signed): string =>
  createHmac('sha256', secret)
    .update([caller, method, path, timestamp, createHash('sha256').update(body).digest('hex')].join('\n'))
    .digest('hex')

const signedHeaders = (secret: string, caller: string, { method, path }: ServiceCall, body: string) => {
  const timestamp = String(Date.now())
  const traceparent = currentTraceparent()
  return {
    [CALLER_HEADER]: caller,
    [TIMESTAMP_HEADER]: timestamp,
    [SIGNATURE_HEADER]: signature(secret, { caller, method, path, timestamp, body }),
    ...(body === '' ? {} : { 'content-type': 'application/json' }),
    ...(traceparent ? { traceparent } : {}),
  }
}

/** True when the headers prove that one of our services made this very call within the last 15 minutes. */
export const isSignedCall = (
  secret: string,
  headers: Record<string, string | string[] | undefined>,
  { method, path, body }: { method: string; path: string; body: string },
): boolean => {
  const [caller, timestamp, given] = [headers[CALLER_HEADER], headers[TIMESTAMP_HEADER], headers[SIGNATURE_HEADER]]
  if (typeof caller !== 'string' || typeof timestamp !== 'string' || typeof given !== 'string') return false
  if (!(Math.abs(Date.now() - Number(timestamp)) <= TOLERANCE_MS)) return false
  const expected = Buffer.from(signature(secret, { caller, method, path, timestamp, body }))
  const received = Buffer.from(given)
  return expected.length === received.length && timingSafeEqual(expected, received)
}

/** Distributed: HTTP to each service's base URL. */
export const httpCalls = (options: { caller: string; secret: string; urls: Record<string, string> }): ServiceCalls => {
  const agent = new Agent({ connections: 32, keepAliveTimeout: 30_000 })
  return {
    async call(service, call) {
      const base = options.urls[service]
      if (base === undefined) return { status: 404, body: { code: 'NOT_INSTALLED' } }
      const body = call.body === undefined ? '' : JSON.stringify(call.body)
      try {
        const reply = await request(new URL(call.path, base), {
          method: call.method,
          headers: signedHeaders(options.secret, options.caller, call, body),
          body: body === '' ? null : body,
          dispatcher: agent,
          signal: AbortSignal.timeout(call.timeoutMs ?? DEFAULT_TIMEOUT_MS),
        })
        const text = await reply.body.text()
        return { status: reply.statusCode, body: text === '' ? undefined : JSON.parse(text) }
      } catch (error) {
        throw busy(new Error(`${service} does not answer`, { cause: error }))
      }
    },
  }
}

/** Embedded: the same signed call, handed to the service's Fastify instance without a port. */
export const inProcessCalls = (options: {
  caller: string
  secret: string
  apps: ReadonlyMap<string, FastifyInstance>
}): ServiceCalls => ({
  async call(service, call) {
    const app = options.apps.get(service)
    if (!app) return { status: 404, body: { code: 'NOT_INSTALLED' } }
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
        timeout.addEventListener('abort', () => reject(busy(new Error(`${service} does not answer in time`)))),
      ),
    ])
    return { status: reply.statusCode, body: reply.payload === '' ? undefined : JSON.parse(reply.payload) }
  },
})
