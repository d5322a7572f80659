import type { ServiceName } from '@purple-sector/contracts/services'
import { originOf } from '@purple-sector/service-kit/calls/replicas'
import { busy, unavailable } from '@purple-sector/service-kit/errors'
import { LAST_CHANGED } from '@purple-sector/service-kit/http/last-changed'
import type { Dispatcher } from 'undici'
import type { Upstreams } from './upstream.ts'

/** A reply read whole, for answers that the gateway keeps. */
export type Got = {
  status: number
  contentType: string
  cacheControl: string
  /** What a browser calls it that keeps it as a file. */
  contentDisposition?: string
  /** When the racing in it last changed. */
  lastChanged?: string
  body: Buffer
}

/** A read made by the gateway itself. Throws where the service is not installed, or does not answer in time. */
export type ReadFrom = (service: ServiceName, path: string, headers: Record<string, string>) => Promise<Got>

const READ_TIMEOUT_MS = 5_000

export const readingFrom =
  (upstreams: Upstreams, dispatcher: Dispatcher, timeoutMs = READ_TIMEOUT_MS): ReadFrom =>
  async (service, path, headers) => {
    const upstream = upstreams[service]
    if (upstream === undefined) throw unavailable('The service is not installed.')
    const signal = AbortSignal.timeout(timeoutMs)
    if (typeof upstream === 'string') {
      const origin = originOf(upstream)
      const reply = await dispatcher.request({ origin, path, method: 'GET', headers, signal })
      const body = Buffer.from(await reply.body.arrayBuffer())
      return { status: reply.statusCode, ...described(reply.headers), body }
    }
    const { promise: tooLate, reject } = Promise.withResolvers<never>()
    signal.addEventListener('abort', () => reject(busy(new Error(`${path} is not answered in time`))))
    const reply = await Promise.race([upstream.inject({ method: 'GET', url: path, headers }), tooLate])
    return { status: reply.statusCode, ...described(reply.headers), body: reply.rawPayload }
  }

const described = (headers: Record<string, unknown>) => ({
  contentType: String(headers['content-type']),
  cacheControl: String(headers['cache-control']),
  ...(typeof headers['content-disposition'] === 'string' && { contentDisposition: headers['content-disposition'] }),
  ...(typeof headers[LAST_CHANGED] === 'string' && { lastChanged: headers[LAST_CHANGED] }),
})
