import type { IncomingMessage, ServerResponse } from 'node:http'

/** A reply read whole, for answers that the gateway keeps. */
export type Got = { status: number; contentType: string; cacheControl: string; body: Buffer }

/** What a forwarded request is sent with. `path` is canonical, with its query. */
export type Forwarding = {
  path: string
  headers: Record<string, string | string[]>
  /** More bytes of a body that announced no length are not passed on; a service of this process counts by itself. */
  largestBody: number
  /** Runs when the service has answered and before the client sees any of it. */
  beforeReply?(status: number): Promise<void> | void
}

/** A service that requests are forwarded to, in this process or over HTTP. */
export type Upstream = {
  /** Answers the request by the service; the reply is the service's own. Never hangs: 503 when it does not answer. */
  forward(request: IncomingMessage, response: ServerResponse, forwarding: Forwarding): void
  /** A read made by the gateway itself. Throws when the service does not answer in time. */
  get(path: string, headers: Record<string, string>): Promise<Got>
  close(): Promise<void>
}
