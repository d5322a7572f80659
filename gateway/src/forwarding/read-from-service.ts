import type { ServiceName } from '@purple-sector/contracts/services'
import { originOf } from '@purple-sector/service-kit/calls/replicas'
import { busy, unavailable } from '@purple-sector/service-kit/errors'
import { LAST_CHANGED } from '@purple-sector/service-kit/http/last-changed'
import type { Dispatcher } from 'undici'
import type { Upstreams } from './upstream.ts'

/** A complete reply, for the gateway's caches. */
export type ServiceReply = {
  status: number
  contentType: string
  cacheControl: string
  /** File name for a browser that saves it. */
  contentDisposition?: string
  /** When the racing data in it last changed. */
  lastChanged?: string
  body: Buffer
}

/** Reads from a service on the gateway's own behalf. Throws if it is not installed, or does not reply in time. */
export type ReadFromService = (
  service: ServiceName,
  path: string,
  headers: Record<string, string>,
) => Promise<ServiceReply>

const READ_TIMEOUT_MS = 5_000

export const createServiceReader =
  (upstreams: Upstreams, dispatcher: Dispatcher, timeoutMs = READ_TIMEOUT_MS): ReadFromService =>
  async (service, path, headers) => {
    const upstream = upstreams[service]
    if (upstream === undefined) throw unavailable('The service is not installed.')
    const signal = AbortSignal.timeout(timeoutMs)
    if (typeof upstream === 'string') {
      const origin = originOf(upstream)
      const reply = await dispatcher.request({ origin, path, method: 'GET', headers, signal })
      const body = Buffer.from(await reply.body.arrayBuffer())
      return { status: reply.statusCode, ...metadataOf(reply.headers), body }
    }
    const { promise: timeout, reject } = Promise.withResolvers<never>()
    signal.addEventListener('abort', () => reject(busy(new Error(`${path} got no reply in time`))))
    const reply = await Promise.race([upstream.inject({ method: 'GET', url: path, headers }), timeout])
    return { status: reply.statusCode, ...metadataOf(reply.headers), body: reply.rawPayload }
  }

const metadataOf = (headers: Record<string, unknown>) => ({
  contentType: String(headers['content-type']),
  cacheControl: String(headers['cache-control']),
  ...(typeof headers['content-disposition'] === 'string' && { contentDisposition: headers['content-disposition'] }),
  ...(typeof headers[LAST_CHANGED] === 'string' && { lastChanged: headers[LAST_CHANGED] }),
})
