import type { IncomingHttpHeaders } from 'node:http'

const originOf = (address: string): URL | undefined => (URL.canParse(address) ? new URL(address) : undefined)

/**
 * Whether the navigation came from our own pages or from the address bar.
 * Browsers omit `Sec-Fetch-Site` over plain http; then the `Referer` decides, which our pages send (`Referrer-Policy:
 * same-origin`). A page request without either header came from another site. Other requests are no navigations, and
 * another site cannot make a browser send them with the session cookie.
 */
export const isTrustedNavigation = (headers: IncomingHttpHeaders, publicUrl: string): boolean => {
  // A prefetch before a click that may never follow.
  if (headers['sec-purpose'] !== undefined) return false
  const site = headers['sec-fetch-site']
  if (site !== undefined) return site === 'same-origin' || site === 'none'
  const source = headers.origin ?? headers.referer
  if (source === undefined) return !headers.accept?.includes('text/html')
  const page = originOf(source)
  return page !== undefined && (page.origin === new URL(publicUrl).origin || page.host === hostOf(headers))
}

/** The host that the browser used, as verified by the gateway. */
const hostOf = (headers: IncomingHttpHeaders): string | undefined => {
  const forwarded = headers['x-forwarded-host']
  return typeof forwarded === 'string' ? forwarded : headers.host
}
