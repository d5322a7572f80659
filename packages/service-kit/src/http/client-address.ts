import { isIPv6 } from 'node:net'
import type { FastifyRequest } from 'fastify'

/** Returns the address of the browser, as forwarded by the gateway. */
export const addressOf = (request: FastifyRequest): string => {
  const forwarded = request.headers['x-client-address']
  return typeof forwarded === 'string' ? forwarded : request.ip
}

/** Returns the rate-limit key of an address: IPv6 by its /64 (one household), IPv4 normalized. */
export const addressKey = (address: string): string => {
  const mapped = address.replace(/^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/i, '')
  if (!isIPv6(mapped)) return mapped
  const [head = '', tail = ''] = mapped.split('%')[0]?.split('::') ?? []
  const left = head.split(':').filter((group) => group !== '')
  const right = tail.split(':').filter((group) => group !== '')
  const missing = mapped.includes('::') ? 8 - left.length - right.length : 0
  const groups = [...left, ...Array<string>(Math.max(0, missing)).fill('0'), ...right]
  return `${groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`
}
