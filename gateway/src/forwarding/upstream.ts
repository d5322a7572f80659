import type { IncomingMessage } from 'node:http'
import { type Readable, Transform } from 'node:stream'
import type { ServiceName } from '@purple-sector/contracts/services'
import type { App, Logger } from '@purple-sector/service-kit'
import { tooLarge } from '@purple-sector/service-kit/errors'
import { traceIdOf } from '@purple-sector/telemetry/trace'

/** A service: an app of this process, which must be ready, or comma-separated URLs. */
export type Upstream = App | string

/** The installed services. */
export type Upstreams = Partial<Record<ServiceName, Upstream>>

/** How a request that has passed the pipeline is forwarded. */
export type Forwarding = {
  service: ServiceName
  headers: Record<string, string | string[]>
  /** Limit in bytes of a body without announced length; a service of this process counts by itself. */
  maxBodyBytes: number
  /** Runs after the service has replied and before the client receives any of the reply. */
  beforeReply?(status: number): Promise<void> | void
}

declare module 'fastify' {
  interface FastifyRequest {
    /** How the request is forwarded, with the first URL of its service; null until it has passed the pipeline. */
    forwarding: (Forwarding & { url: string }) | null
  }
}

/** How long a service may take to begin its reply. */
export const REPLY_TIMEOUT_MS = 30_000

/** Logs once, with its trace, that a service did not reply to a request. */
export const logNoReply = (log: Logger, { service, headers }: Forwarding, err: unknown): void => {
  const { traceparent, 'x-request-id': requestId } = headers
  const traceId = typeof traceparent === 'string' ? traceIdOf(traceparent) : undefined
  log.warn(
    { event: 'upstream.no_response', service, err, requestId, traceId },
    'Service did not respond; request answered with an error',
  )
}

/** Whether the request has a body; the body of a GET is ignored. */
export const announcesBody = ({ method, headers }: IncomingMessage): boolean =>
  method !== 'GET' &&
  method !== 'HEAD' &&
  (headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0)

/** Streams the body; one without announced length fails with 413 as soon as it exceeds `maxBytes`. */
export const limitBody = (request: IncomingMessage, maxBytes: number): Readable => {
  if (request.headers['transfer-encoding'] === undefined) return request
  let received = 0
  const body = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      received += chunk.length
      if (received > maxBytes) done(tooLarge())
      else done(null, chunk)
    },
  })
  request.once('close', () => {
    if (!request.readableEnded) body.destroy()
  })
  return request.pipe(body)
}
