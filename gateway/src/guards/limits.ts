import type { Cache } from '@purple-sector/cache'
import { tooLarge } from '@purple-sector/service-kit/errors'
import { addressKey } from '@purple-sector/service-kit/http/client-address'
import { rateLimit } from '@purple-sector/service-kit/http/rate-limit'
import { isUpload, type Route } from '../routing/find-route.ts'

/** Limits per minute. */
export type Limits = { writes: number; adminWrites: number; openData: number }

const MAX_BODY = 1_048_576
const MAX_UPLOAD = 32 * MAX_BODY

/** The maximum body that the gateway forwards to a call; the service may accept less. */
export const maxBodyBytes = (route: Route | undefined): number => (route && isUpload(route) ? MAX_UPLOAD : MAX_BODY)

/** Rejects a body by its announced size, before it is read. Bodies without one are counted while they arrive. */
export const checkBodySize = (contentLength: string | undefined, maxBytes: number): void => {
  if (Number(contentLength ?? 0) > maxBytes) throw tooLarge()
}

export type Limiter = {
  /** Counts a write of a signed-in user, from any address. Throws 429 above the limit. */
  write(user: { userId: string; isAdmin: boolean }): Promise<void>
  /** Counts a request for open data from an address. Throws 429 above the limit. */
  openData(address: string): Promise<void>
}

/** Limits that all gateways share through the cache. */
export const createLimiter = (cache: Cache, limits: Limits): Limiter => {
  const writes = rateLimit(cache, { name: 'writes', limit: limits.writes })
  const openData = rateLimit(cache, { name: 'open-data', limit: limits.openData })
  return {
    write: ({ userId, isAdmin }) => writes.count(userId, isAdmin ? limits.adminWrites : limits.writes),
    openData: (address) => openData.count(addressKey(address)),
  }
}
