import type { IncomingHttpHeaders } from 'node:http'
import { IDENTITY_HEADER } from '@purple-sector/service-kit'

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
