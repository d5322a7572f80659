import { hash } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import { parseCookie } from 'cookie'
import type { FastifyReply } from 'fastify'

/** The `__Host-` name binds the cookie to https and this host; browsers reject it otherwise. */
export const sessionCookieName = (isSecure: boolean): string => (isSecure ? '__Host-session' : 'session')

/** Identity creates ids from at least 128 bits; shorter ones are invalid and are never requested. */
const SESSION_ID = /^[A-Za-z0-9_-]{22,128}$/

/** The session id of a `Cookie` header: the first cookie of exactly this name. */
export const sessionIdOf = (header: string | undefined, name: string): string | undefined => {
  if (header === undefined) return undefined
  // Our ids are never encoded, so an encoded one is invalid.
  const id = parseCookie(header, { decode: (value) => value })[name]
  return id !== undefined && SESSION_ID.test(id) ? id : undefined
}

/** Hashes a session id: SHA-256 in hex. Only the browser knows the id itself. */
export const hashOf = (sessionId: string): string => hash('sha256', sessionId, 'hex')

/** Reads the session hash of a request; cached per connection, because a browser repeats its cookie. */
export const sessionHashes = (name: string): ((request: IncomingMessage) => string | undefined) => {
  const lastCookies = new WeakMap<Socket, { cookie: string; hash: string | undefined }>()
  return ({ socket, headers: { cookie } }) => {
    if (cookie === undefined) return undefined
    const cached = lastCookies.get(socket)
    if (cached?.cookie === cookie) return cached.hash
    const id = sessionIdOf(cookie, name)
    const entry = { cookie, hash: id === undefined ? undefined : hashOf(id) }
    lastCookies.set(socket, entry)
    return entry.hash
  }
}

const COOKIE_NAME = 'wrote'
/** Longer than the TTL of any copy that a gateway caches. */
const COOKIE = `${COOKIE_NAME}=1; Max-Age=5; Path=/api; HttpOnly; SameSite=Lax`

export type MarkWriter = (reply: FastifyReply) => void

/**
 * Sets the read-your-writes cookie: marks a browser as a recent writer for a few seconds.
 * Another gateway, which has not seen the write, then reads past its caches. A forged cookie only yields fresher data.
 */
export const readYourWritesCookie = (isSecure: boolean): MarkWriter => {
  const cookie = isSecure ? `${COOKIE}; Secure` : COOKIE
  return (reply) => void reply.header('set-cookie', cookie)
}

export const hasWrittenRecently = (cookies: string | undefined): boolean =>
  cookies?.includes(`${COOKIE_NAME}=1`) ?? false
