import type { Cache } from '@purple-sector/cache'
import { tooMany } from '../errors.ts'

const MINUTE_MS = 60_000

type Rule = {
  /** What is counted together: unique in the product, as the processes share the counts. */
  name: string
  /** How many of a key in a window; `count` may be told another number. */
  limit: number
  /** A minute unless said. */
  windowMs?: number
  /** What who did too much is told; `seconds` is how long to wait. */
  refusal?: string | ((seconds: number) => string)
}

/** The refusal of what fans do by the way, several times in ten seconds. */
export const slowDown = (seconds: number): string => `Slow down a little. Try again in ${seconds} s.`

export type RateLimit = {
  /** Counts one more of a key. Throws 429 above the limit, with `Retry-After` until the window ends. */
  count(key: string, limit?: number): Promise<void>
  /** Counts one more of a key and tells whether it is within the limit, for those who refuse in silence. */
  admits(key: string): Promise<boolean>
}

/**
 * A limit over all processes that share the cache; while that is away, each counts for itself. Counted where the story
 * knows of whom (a user, an address, an account), which `@fastify/rate-limit` learns only before a route.
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
    admits: async (key) => (await counter.increment(key)).count <= rule.limit,
  }
}
