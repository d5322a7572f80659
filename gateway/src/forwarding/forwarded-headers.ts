import type { IncomingHttpHeaders } from 'node:http'
import { IDENTITY_HEADER, type IdentitySigner } from '@purple-sector/service-kit'
import { atMost, expiring } from '@purple-sector/service-kit/caching/lru-settings'
import { LRUCache } from 'lru-cache'
import type { Session } from '../sessions/sessions.ts'

/** A token lives 10 minutes; it is renewed before services would need their clock tolerance. */
const RENEW_AFTER_MS = 8 * 60_000
/** About 1 kB each. */
const MAX_TOKENS = 100_000

type Entry = { session: Session; token: Promise<string> }

const isSameIdentity = (a: Session, b: Session): boolean =>
  a.userId === b.userId &&
  a.sessionId === b.sessionId &&
  a.isAdmin === b.isAdmin &&
  a.username === b.username &&
  a.firstName === b.firstName &&
  a.lastName === b.lastName

/** Signs the identity token of a session once, and reuses it until it nears its end or the identity changes. */
export const identityTokens = (
  sign: IdentitySigner,
  now: () => number = Date.now,
): ((session: Session) => Promise<string>) => {
  const entries = new LRUCache<string, Entry>({ ...atMost(MAX_TOKENS), ...expiring(RENEW_AFTER_MS, now) })
  return (session) => {
    const cached = entries.get(session.hash)
    if (cached?.session === session) return cached.token
    if (cached && isSameIdentity(cached.session, session)) {
      cached.session = session
      return cached.token
    }
    const { userId, username, firstName, lastName, isAdmin, sessionId } = session
    const token = sign({ userId, username, firstName, lastName, isAdmin, sessionId })
    token.catch(() => entries.delete(session.hash))
    entries.set(session.hash, { session, token })
    return token
  }
}

/** The client address for limits, derived by TRUST_PROXY. */
export const CLIENT_ADDRESS_HEADER = 'x-client-address'

/** Headers of a single hop (RFC 9110, 7.6.1), which are not forwarded. */
const HOP_BY_HOP = new Set([
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'http2-settings',
  'expect',
])

/** Whether only the gateway sets this header; the client's is removed. */
const isReserved = (name: string): boolean =>
  name === IDENTITY_HEADER ||
  name === CLIENT_ADDRESS_HEADER ||
  name === 'forwarded' ||
  name.startsWith('x-internal-') ||
  name.startsWith('x-forwarded-')

export type Verified = {
  requestId: string
  traceparent: string
  address: string
  protocol: string
  host: string | undefined
  identityToken: string | undefined
  /** Whether to forward cookies (of the session and the device): to identity only. */
  passesCookie: boolean
}

/** The headers for a service: the client's without reserved ones, and those that the gateway has verified. */
export const forwardedHeaders = (
  inbound: IncomingHttpHeaders,
  verified: Verified,
): Record<string, string | string[]> => {
  const connectionHeaders = new Set(inbound.connection?.toLowerCase().split(/\s*,\s*/))
  const headers: Record<string, string | string[]> = {}
  for (const [name, value] of Object.entries(inbound)) {
    if (value === undefined || HOP_BY_HOP.has(name) || connectionHeaders.has(name) || isReserved(name)) continue
    if (name === 'cookie' && !verified.passesCookie) continue
    headers[name] = value
  }
  headers['x-request-id'] = verified.requestId
  headers.traceparent = verified.traceparent
  headers['x-forwarded-for'] = verified.address
  headers['x-forwarded-proto'] = verified.protocol
  if (verified.host !== undefined) headers['x-forwarded-host'] = verified.host
  headers[CLIENT_ADDRESS_HEADER] = verified.address
  if (verified.identityToken !== undefined) headers[IDENTITY_HEADER] = verified.identityToken
  return headers
}
