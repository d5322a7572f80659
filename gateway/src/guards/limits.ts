import type { Cache } from '@purple-sector/cache'
import { tooLarge, tooMany } from '@purple-sector/service-kit/errors'

/** How many a minute. */
export type Limits = { writes: number; adminWrites: number }

const MINUTE = 60_000
const LARGEST_BODY = 1_048_576
const LARGEST_UPLOAD = 32 * LARGEST_BODY

export const largestBody = (isUpload: boolean): number => (isUpload ? LARGEST_UPLOAD : LARGEST_BODY)

/** Refuses a body by the size it announces, before anybody reads it. What announces none is counted as it comes. */
export const checkBodySize = (contentLength: string | undefined, largest: number): void => {
  if (Number(contentLength ?? 0) > largest) throw tooLarge()
}

export type Limiter = {
  /** Counts a write of a signed-in user, wherever it comes from. Throws 429 above the limit. */
  write(user: { userId: string; isAdmin: boolean }): Promise<void>
}

/** Limits that all gateways share by the cache seam. */
export const createLimiter = (cache: Cache, limits: Limits): Limiter => {
  const counter = cache.counter({ name: 'writes', windowMs: MINUTE })
  const count = async (userId: string, limit: number): Promise<void> => {
    const { count, resetsInMs } = await counter.increment(userId)
    if (count > limit)
      throw tooMany('Too many requests. Please wait a moment.', Math.max(1, Math.ceil(resetsInMs / 1000)))
  }
  return {
    write: ({ userId, isAdmin }) => count(userId, isAdmin ? limits.adminWrites : limits.writes),
  }
}
