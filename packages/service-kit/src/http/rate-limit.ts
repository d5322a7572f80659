import type { Cache } from '@purple-sector/cache'
import { tooMany } from '../errors.ts'

const MINUTE_MS = 60_000

type Rule = {
  /** Identifies the counter: unique in the product, because the processes share the counts. */
  name: string
  /** Maximum number per key and window; `count` may override it. */
  limit: number
  /** Default: a minute. */
  windowMs?: number
  /** Message of the 429; `seconds` is the time to wait. */
  refusal?: string | ((seconds: number) => string)
}

/** Message for frequent actions limited within ten seconds. */
export const slowDown = (seconds: number): string => `Slow down a little. Try again in ${seconds} s.`

export type RateLimit = {
  /** Counts a request of a key. Throws 429 above the limit, with `Retry-After` until the window ends. */
  count(key: string, limit?: number): Promise<void>
  /**
   * Counts a request of a key and returns whether it is within the limit, for callers that ignore the excess silently.
   */
  tryCount(key: string): Promise<boolean>
}

/**
 * Creates a limit over all processes that share the cache; while the cache is unavailable, each process counts for
 * itself.
 *
 * The handler counts once it knows the key (a user, an address, an account); `@fastify/rate-limit` would need it before
 * the route.
 */
export const rateLimit = (cache: Cache, rule: Rule): RateLimit => {
  const { name, windowMs = MINUTE_MS, refusal = 'Too many requests. Please wait a moment.' } = rule
  const counter = cache.counter({ name, windowMs })
  return {
    async count(key, limit = rule.limit) {
      const { count, resetsInMs } = await counter.increment(key)
      if (count <= limit) return
      const seconds = Math.max(1, Math.ceil(resetsInMs / 1000))
      throw tooMany(typeof refusal === 'string' ? refusal : refusal(seconds), seconds)
    },
    tryCount: async (key) => (await counter.increment(key)).count <= rule.limit,
  }
}
