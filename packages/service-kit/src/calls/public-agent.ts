import { type LookupAddress, type LookupOptions, lookup } from 'node:dns'
import { BlockList, isIP } from 'node:net'
import { Agent, buildConnector, type Dispatcher } from 'undici'

/** Networks that are not the public internet (IANA's special-purpose registries), and tunnels into them. */
const PRIVATE_V4 = [
  ...['0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12', '192.0.0.0/24'],
  ...['192.0.2.0/24', '192.88.99.0/24', '192.168.0.0/16', '198.18.0.0/15', '198.51.100.0/24', '203.0.113.0/24'],
  ...['224.0.0.0/4', '240.0.0.0/4'],
]
const PRIVATE_V6 = [
  ...[
    '::/96',
    '::ffff:0:0:0/96',
    '64:ff9b::/96',
    '64:ff9b:1::/48',
    '100::/64',
    '2001::/23',
    '2001:db8::/32',
    '2002::/16',
  ],
  ...['fc00::/7', 'fe80::/10', 'fec0::/10', 'ff00::/8'],
]

const privateNetworks = new BlockList()
for (const [family, networks] of [
  ['ipv4', PRIVATE_V4],
  ['ipv6', PRIVATE_V6],
] as const)
  for (const network of networks) {
    const [address = '', prefix] = network.split('/')
    privateNetworks.addSubnet(address, Number(prefix), family)
  }

/** Whether an IP address, also an IPv4 address written as IPv6, belongs to the public internet. */
export const isPublicAddress = (address: string): boolean => {
  const family = isIP(address)
  return family !== 0 && !privateNetworks.check(address, family === 4 ? 'ipv4' : 'ipv6')
}

/** Returns the host of a URL if it is an address, without the brackets of IPv6. */
const literalOf = (hostname: string): string | undefined => {
  const bare = hostname.replace(/^\[(.*)\]$/, '$1')
  return isIP(bare) ? bare : undefined
}

/** Whether a URL contains a private address or localhost literally; names are checked when they are resolved. */
export const namesPrivateAddress = (url: string): boolean => {
  const { hostname } = new URL(url)
  const literal = literalOf(hostname)
  return literal === undefined ? /(^|\.)localhost\.?$/i.test(hostname) : !isPublicAddress(literal)
}

/** The requested address is not on the public internet. */
export class PrivateAddressError extends Error {
  override name = 'PrivateAddressError'
  readonly code = 'PRIVATE_ADDRESS'
}

type LookupCallback = (error: NodeJS.ErrnoException | null, address: string | LookupAddress[], family?: number) => void

/** Resolves a name as usual; fails if any of its addresses is private. */
const lookupPublic = (hostname: string, options: LookupOptions, callback: LookupCallback): void =>
  lookup(hostname, { ...options, all: true }, (error, addresses) => {
    const isPrivate = !error && addresses.some(({ address }) => !isPublicAddress(address))
    const [first] = addresses ?? []
    if (error || isPrivate || !first) callback(error ?? new PrivateAddressError(`${hostname} is private`), '', 0)
    else if (options.all) callback(null, addresses)
    else callback(null, first.address, first.family)
  })

/**
 * Returns options that make `net` connect only to public hosts.
 *
 * Throws for a private address; names are checked in the resolution of the connection itself.
 */
export const publicHost = (hostname: string): { host: string; lookup: typeof lookupPublic } => {
  const literal = literalOf(hostname)
  if (literal !== undefined && !isPublicAddress(literal)) throw new PrivateAddressError(`${literal} is private`)
  return { host: literal ?? hostname, lookup: lookupPublic }
}

/**
 * Creates an agent for user-supplied URLs: it connects only to the public internet.
 *
 * Names are checked in the resolution of the connection itself, so that no second resolution can lead elsewhere (DNS
 * rebinding). It follows no redirects.
 */
export const publicAgent = ({ timeoutMs, ...options }: { timeoutMs: number } & Agent.Options): Dispatcher => {
  const connect = buildConnector({ timeout: timeoutMs, lookup: lookupPublic })
  return new Agent({
    ...options,
    connect: (target, done) => {
      const literal = literalOf(target.hostname)
      if (literal === undefined || isPublicAddress(literal)) connect(target, done)
      else done(new PrivateAddressError(`${literal} is private`), null)
    },
  })
}
