import type { IncomingHttpHeaders } from 'node:http'

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS'])

/** Whether a method may change state, so that browsers must not send it for another site. */
export const isUnsafe = (method: string | undefined): boolean => method === undefined || !SAFE_METHODS.has(method)

const hostOf = (origin: string): string | undefined => {
  try {
    return new URL(origin).host
  } catch {
    return undefined
  }
}

/** Spells `Host` as in an origin of this scheme: without a default port. */
const hostSpelledLike = (origin: string, host: string): string | undefined =>
  hostOf(`${origin.split(':')[0]}://${host}`)

/**
 * Whether our own pages sent the request (docs/security.md, What is defended, and how).
 * With a public URL the origin must equal it; without one its host and port must be the request's `Host`. A client
 * without an origin is no browser, unless `sec-fetch-site` names another site.
 */
export const isOwnOrigin = (headers: IncomingHttpHeaders, publicUrl: string | undefined): boolean => {
  const { origin, host } = headers
  if (origin === undefined) {
    const site = headers['sec-fetch-site']
    return site !== 'cross-site' && site !== 'same-site'
  }
  if (publicUrl !== undefined) return origin === new URL(publicUrl).origin
  return host !== undefined && hostOf(origin) !== undefined && hostOf(origin) === hostSpelledLike(origin, host)
}
