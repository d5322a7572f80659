import type { Cache } from '@purple-sector/cache'
import { tooMany } from '@purple-sector/service-kit/errors'
import { addressKey } from './client-address.ts'

const MINUTE_MS = 60_000

/** Counts what an address does in a minute, over all processes that share the cache. */
export const addressLimit = (
  cache: Cache,
  { what, perMinute, refusal }: { what: string; perMinute: number; refusal: string },
) => {
  const counter = cache.counter({ name: what, windowMs: MINUTE_MS })
  /** Counts one more. Throws 429 above the limit. */
  return async (address: string): Promise<void> => {
    const { count, resetsInMs } = await counter.increment(addressKey(address))
    if (count > perMinute) throw tooMany(refusal, Math.max(1, Math.ceil(resetsInMs / 1000)))
  }
}
