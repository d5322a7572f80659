import type { TimingSource } from '@purple-sector/contracts/admin/live-timing'
import { namesPrivateAddress } from '@purple-sector/service-kit/calls/public-agent'

/** The protocols of each kind, and the message for any other. */
const PROTOCOLS = {
  ndjson: { names: ['https:', 'http:', 'file:'], message: 'must begin with https://' },
  natsoft: { names: ['tcp:', 'ws:', 'wss:'], message: 'must begin with tcp://, ws:// or wss://' },
} as const

/** Natsoft's page for people; its feed has the same address over WebSocket. */
const pageFault = ({ protocol, host, pathname, search }: URL): string | undefined => {
  if ((protocol !== 'http:' && protocol !== 'https:') || !/^\/LiveMeeting\//i.test(pathname)) return undefined
  const feed = `${protocol === 'https:' ? 'wss:' : 'ws:'}//${host}${pathname}${search}`
  return `is the address of the page for people. Its feed is at ${feed}; where that is scrambled, ask the timing company for the plain one`
}

type Kind = Exclude<TimingSource['kind'], 'push'>

/** Protocols that only the operator may allow. */
const INNER_PROTOCOLS = ['http:', 'file:']

/**
 * Explains why an address of a source is rejected, as the end of a sentence; undefined for a valid one.
 * Host names are checked on each connection.
 */
export const sourceAddressFault = (
  kind: Kind,
  url: string,
  { allowPrivate }: { allowPrivate: boolean },
): string | undefined => {
  if (!URL.canParse(url)) return 'must be an address'
  const { protocol, username, password, hostname, port } = new URL(url)
  const { names, message } = PROTOCOLS[kind]
  if (!names.some((name) => name === protocol))
    return (kind === 'natsoft' ? pageFault(new URL(url)) : undefined) ?? message
  if (username !== '' || password !== '') return 'must not name a user or a password'
  if (protocol === 'tcp:' && (hostname === '' || port === '')) return 'must name a host and a port'
  if (protocol === 'file:' && hostname !== '') return 'must be a file of this machine'
  if (allowPrivate) return undefined
  if (INNER_PROTOCOLS.includes(protocol)) return message
  // The host of `tcp:` is not normalized; as a web address, `2130706433` and `0x7f.1` become the addresses they are.
  const webAddress = protocol === 'tcp:' ? `https://${hostname}/` : url
  if (!URL.canParse(webAddress)) return 'must be an address'
  return namesPrivateAddress(webAddress) ? 'must be an address of the public internet' : undefined
}

/** Returns an address for logs and users who do not run the source: without query, which may contain a key. */
export const redactedAddress = (url: string | null): string | null => {
  if (url === null || !URL.canParse(url)) return null
  const { protocol, host, pathname } = new URL(url)
  return protocol === 'file:' ? 'file' : `${protocol}//${host}${pathname === '/' ? '' : pathname}`
}
