import type { IncomingMessage, ServerResponse } from 'node:http'
import type { CallerName } from '@purple-sector/contracts/call'
import type { FastifyBaseLogger, FastifyInstance, FastifyRequest, RawServerDefault } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import type { Caller } from '../calls/identity-token.ts'

/** Who may call a route. `user` where a route says nothing. */
export type Access = 'public' | 'user' | 'admin' | 'internal'

declare module 'fastify' {
  interface FastifyContextConfig {
    access?: Access
    /** Of an `admin` route: whether it lets this request in without a session, by a key that it shows. */
    admits?: (request: Pick<FastifyRequest, 'headers'>) => boolean
    /** Of an internal route: who may ask (`answer`). */
    callers?: readonly CallerName[]
    /** Answers about the process itself (health, metrics), also while the service cannot answer anybody yet. */
    isProbe?: boolean
  }
  interface FastifyRequest {
    /** Who calls, as the gateway vouches; null on public and internal routes without a session. */
    identity: Caller | null
    /** The body as it was sent, kept on internal calls for their signature. */
    sentBody: string
  }
}

declare module 'node:http' {
  interface IncomingMessage {
    /**
     * Set by who hands a request over within one process. Runs with the status when the service has answered; no byte of
     * the reply leaves before it is through, also where it fails.
     */
    beforeReply?: ((status: number) => Promise<void> | void) | undefined
  }
}

export type App = FastifyInstance<RawServerDefault, IncomingMessage, ServerResponse, FastifyBaseLogger, ZodTypeProvider>
