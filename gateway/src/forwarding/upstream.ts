import type { ServiceName } from '@purple-sector/contracts/services'
import { traceIdOf } from '@purple-sector/messaging/trace'
import type { App, Logger } from '@purple-sector/service-kit'

/** Where a service is: in this process, or behind URLs, separated by commas. An app must be ready. */
export type Upstream = App | string

/** The services that are installed. */
export type Upstreams = Partial<Record<ServiceName, Upstream>>

/** What a request is sent on with, once it may pass. */
export type Forwarding = {
  service: ServiceName
  headers: Record<string, string | string[]>
  /** More bytes of a body that announced no length are not passed on; a service of this process counts by itself. */
  largestBody: number
  /** Runs when the service has answered and before the client sees any of it. */
  beforeReply?(status: number): Promise<void> | void
}

declare module 'fastify' {
  interface FastifyRequest {
    /** How it is sent on, under the first URL of its service; null until it may pass. */
    forwarding: (Forwarding & { url: string }) | null
  }
}

/** How long a service may take to begin its reply. */
export const REPLY_TIMEOUT_MS = 30_000

/** Says once, with its trace, that a service left a request without an answer. */
export const logUnanswered = (log: Logger, { service, headers }: Forwarding, err: unknown): void => {
  const { traceparent, 'x-request-id': requestId } = headers
  const traceId = typeof traceparent === 'string' ? traceIdOf(traceparent) : undefined
  log.warn(
    { event: 'upstream.no_response', service, err, requestId, traceId },
    'Service did not respond; request answered with an error',
  )
}
