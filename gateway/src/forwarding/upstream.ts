import type { ServiceName } from '@purple-sector/contracts/services'
import { traceIdOf } from '@purple-sector/messaging/trace'
import type { App, Logger } from '@purple-sector/service-kit'

/** Where a service is: in this process, or behind comma-separated URLs. An app must be ready. */
export type Upstream = App | string

/** The installed services. */
export type Upstreams = Partial<Record<ServiceName, Upstream>>

/** How a request is forwarded, once it has passed the pipeline. */
export type Forwarding = {
  service: ServiceName
  headers: Record<string, string | string[]>
  /** Limit in bytes of a body without announced length; a service of this process counts by itself. */
  largestBody: number
  /** Runs when the service has answered and before the client sees any of it. */
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

/** Logs once, with its trace, that a service did not answer a request. */
export const logUnanswered = (log: Logger, { service, headers }: Forwarding, err: unknown): void => {
  const { traceparent, 'x-request-id': requestId } = headers
  const traceId = typeof traceparent === 'string' ? traceIdOf(traceparent) : undefined
  log.warn(
    { event: 'upstream.no_response', service, err, requestId, traceId },
    'Service did not respond; request answered with an error',
  )
}
