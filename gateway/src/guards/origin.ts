import type { IncomingHttpHeaders } from 'node:http'

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS'])

/** Whether a method changes something, so that another site must not make a browser send it. */
export const isUnsafe = (method: string | undefined): boolean => method === undefined || !SAFE_METHODS.has(method)

const hostOf = (origin: string): string | undefined => {
  try {
    return new URL(origin).host
  } catch {
    return undefined
  }
}

/** `Host` as an origin of that scheme spells it: a default port is left out. */
const spelledFor = (origin: string, host: string): string | undefined => hostOf(`${origin.split(':')[0]}://${host}`)

/**
 * Whether our own pages sent the request (docs/security.md, What is defended, and how).
 * With a public URL the origin must equal it; without one its host and port must be the request's `Host`. Clients that
 * send no origin are no browsers, unless `sec-fetch-site` names another site.
 */
export const isOwnOrigin = (headers: IncomingHttpHeaders, publicUrl: string | undefined): boolean => {
  const { origin, host } = headers
  if (origin === undefined) {
    const site = headers['sec-fetch-site']
    return site !== 'cross-site' && site !== 'same-site'
  }
  if (publicUrl !== undefined) return origin === new URL(publicUrl).origin
  return host !== undefined && hostOf(origin) !== undefined && hostOf(origin) === spelledFor(origin, host)
}
