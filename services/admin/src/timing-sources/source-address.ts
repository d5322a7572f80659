import type { TimingSource } from '@purple-sector/contracts/admin/live-timing'
import { namesPrivateAddress } from '@purple-sector/service-kit/calls/public-agent'

/** The protocols of each kind, and what is said where it is none of them. */
const PROTOCOLS = {
  ndjson: { names: ['https:', 'http:', 'file:'], words: 'must begin with https://' },
  natsoft: { names: ['tcp:', 'ws:', 'wss:'], words: 'must begin with tcp://, ws:// or wss://' },
} as const

/** The page of Natsoft that people look at; its feed has the same address over WebSocket. */
const pageFault = ({ protocol, host, pathname, search }: URL): string | undefined => {
  if ((protocol !== 'http:' && protocol !== 'https:') || !/^\/LiveMeeting\//i.test(pathname)) return undefined
  const feed = `${protocol === 'https:' ? 'wss:' : 'ws:'}//${host}${pathname}${search}`
  return `is the address of the page for people. Its feed is at ${feed}; where that is scrambled, ask the timing company for the plain one`
}

type Kind = Exclude<TimingSource['kind'], 'push'>

/** Where nobody but whoever runs the machine may lead us. */
const INNER_PROTOCOLS = ['http:', 'file:']

/**
 * Why a source is not asked at an address, as the end of a sentence about it; undefined for a good one. What a name means
 * is judged by each connection.
 */
export const sourceAddressFault = (
  kind: Kind,
  url: string,
  { allowPrivate }: { allowPrivate: boolean },
): string | undefined => {
  if (!URL.canParse(url)) return 'must be an address'
  const { protocol, username, password, hostname, port } = new URL(url)
  const { names, words } = PROTOCOLS[kind]
  if (!names.some((name) => name === protocol))
    return (kind === 'natsoft' ? pageFault(new URL(url)) : undefined) ?? words
  if (username !== '' || password !== '') return 'must not name a user or a password'
  if (protocol === 'tcp:' && (hostname === '' || port === '')) return 'must name a host and a port'
  if (protocol === 'file:' && hostname !== '') return 'must be a file of this machine'
  if (allowPrivate) return undefined
  if (INNER_PROTOCOLS.includes(protocol)) return words
  // The host of `tcp:` is taken as it is written; of what the web knows, `2130706433` and `0x7f.1` are told for what they are.
  const known = protocol === 'tcp:' ? `https://${hostname}/` : url
  if (!URL.canParse(known)) return 'must be an address'
  return namesPrivateAddress(known) ? 'must be an address of the public internet' : undefined
}

/** As an address is shown in logs, and to who does not run the source: a key may stand behind the path. */
export const shownAddress = (url: string | null): string | null => {
  if (url === null || !URL.canParse(url)) return null
  const { protocol, host, pathname } = new URL(url)
  return protocol === 'file:' ? 'file' : `${protocol}//${host}${pathname === '/' ? '' : pathname}`
}
