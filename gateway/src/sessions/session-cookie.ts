import { hash } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import { parseCookie } from 'cookie'

/** The `__Host-` name binds the cookie to https and this host; browsers refuse it otherwise. */
export const sessionCookieName = (isSecure: boolean): string => (isSecure ? '__Host-session' : 'session')

/** Ids are made by identity from at least 128 bits: shorter ones cannot be ours and are not looked up. */
const SESSION_ID = /^[A-Za-z0-9_-]{22,128}$/

/** The session id of a `Cookie` header. Only the cookie of this very name counts, its first occurrence. */
export const sessionIdOf = (header: string | undefined, name: string): string | undefined => {
  if (header === undefined) return undefined
  // Ids are never encoded: what is, is none of ours.
  const id = parseCookie(header, { decode: (value) => value })[name]
  return id !== undefined && SESSION_ID.test(id) ? id : undefined
}

/** Session ids are known to nobody but the browser: everywhere else it is their SHA-256, in hex. */
export const hashOf = (sessionId: string): string => hash('sha256', sessionId, 'hex')

/** The hash of the session that a request names. A browser names the same one on all requests of a connection. */
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
