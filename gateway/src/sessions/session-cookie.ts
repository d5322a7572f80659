import { hash } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import { parseCookie } from 'cookie'

/** The `__Host-` name binds the cookie to https and this host; browsers reject it otherwise. */
export const sessionCookieName = (isSecure: boolean): string => (isSecure ? '__Host-session' : 'session')

/** Identity makes ids from at least 128 bits: shorter ones cannot be ours and are not looked up. */
const SESSION_ID = /^[A-Za-z0-9_-]{22,128}$/

/** The session id of a `Cookie` header: the first cookie of exactly this name. */
export const sessionIdOf = (header: string | undefined, name: string): string | undefined => {
  if (header === undefined) return undefined
  // Ids are never encoded: an encoded one is not ours.
  const id = parseCookie(header, { decode: (value) => value })[name]
  return id !== undefined && SESSION_ID.test(id) ? id : undefined
}

/** Hashes a session id: SHA-256 in hex. Only the browser knows the id itself. */
export const hashOf = (sessionId: string): string => hash('sha256', sessionId, 'hex')

/** The hash of the session that a request names, cached per connection, as a browser repeats its cookie. */
export const sessionHashes = (name: string): ((request: IncomingMessage) => string | undefined) => {
  const last = new WeakMap<Socket, { cookie: string; hash: string | undefined }>()
  return ({ socket, headers: { cookie } }) => {
    if (cookie === undefined) return undefined
    const known = last.get(socket)
    if (known?.cookie === cookie) return known.hash
    const id = sessionIdOf(cookie, name)
    const found = { cookie, hash: id === undefined ? undefined : hashOf(id) }
    last.set(socket, found)
    return found.hash
  }
}
