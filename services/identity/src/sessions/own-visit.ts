import type { IncomingHttpHeaders } from 'node:http'

const originOf = (address: string): URL | undefined => (URL.canParse(address) ? new URL(address) : undefined)

/**
 * Whether one of our own pages sent the browser here, or the person did by typing the address. Browsers that do not say
 * so (`Sec-Fetch-Site` is left out over plain http) name the page they come from: our pages are named, for they are
 * sent with `Referrer-Policy: same-origin`. One that says nothing and wants a page came from elsewhere; what wants no
 * page is no browser on its way, and carries no session by itself.
 */
export const isOwnVisit = (headers: IncomingHttpHeaders, publicUrl: string): boolean => {
  // Fetched ahead of a click that may never come.
  if (headers['sec-purpose'] !== undefined) return false
  const site = headers['sec-fetch-site']
  if (site !== undefined) return site === 'same-origin' || site === 'none'
  const from = headers.origin ?? headers.referer
  if (from === undefined) return !headers.accept?.includes('text/html')
  const page = originOf(from)
  return page !== undefined && (page.origin === new URL(publicUrl).origin || page.host === hostOf(headers))
}

/** As the browser named us; the gateway vouches for it. */
const hostOf = (headers: IncomingHttpHeaders): string | undefined => {
  const forwarded = headers['x-forwarded-host']
  return typeof forwarded === 'string' ? forwarded : headers.host
}
