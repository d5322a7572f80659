import type { IncomingMessage, ServerResponse } from 'node:http'
import type { CallerName } from '@purple-sector/contracts/call'
import type { FastifyBaseLogger, FastifyInstance, FastifyRequest, RawServerDefault } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import type { Caller } from '../calls/identity-token.ts'

/** Callers that a route accepts; default `user`. */
export type Access = 'public' | 'user' | 'admin' | 'internal'

declare module 'fastify' {
  interface FastifyContextConfig {
    access?: Access
    /** On an `admin` route: whether a request without a session has a valid key. */
    acceptsKey?: (request: Pick<FastifyRequest, 'headers'>) => boolean
    /** On an internal route: the services that may call it (`registerInternalRoute`). */
    callers?: readonly CallerName[]
    /** A probe of the process itself (health, metrics), served even before the service is ready. */
    isProbe?: boolean
  }
  interface FastifyRequest {
    /** The caller, as verified by the gateway; null on public and internal routes without a session. */
    identity: Caller | null
    /** The body as sent, stored on internal calls to verify their signature. */
    sentBody: string
  }
}

declare module 'node:http' {
  interface IncomingMessage {
    /**
     * Set by an in-process caller that injects the request. Runs with the status once the service has replied; the
     * reply is not sent before it has finished, even if it fails.
     */
    beforeReply?: ((status: number) => Promise<void> | void) | undefined
  }
}

export type App = FastifyInstance<RawServerDefault, IncomingMessage, ServerResponse, FastifyBaseLogger, ZodTypeProvider>
