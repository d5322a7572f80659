import { createHash } from 'node:crypto'
import type { Cache, Counter } from '@purple-sector/cache'
import { tooMany } from '@purple-sector/service-kit/errors'
import { addressKey } from '@purple-sector/service-kit/http/client-address'
import { rateLimit } from '@purple-sector/service-kit/http/rate-limit'
import { formatWait } from './format-wait.ts'

const SECOND_MS = 1_000
const MINUTE_MS = 60 * SECOND_MS

/** A delay that doubles with every failure. */
type Delay = { firstMs: number; maxMs: number }

/** Slows down guessing at one account. */
const ACCOUNT_DELAY: Delay = { firstMs: MINUTE_MS, maxMs: 15 * MINUTE_MS }
/** An address may serve a whole grandstand: the delay is just long enough to stop trying one account after another. */
const ADDRESS_DELAY: Delay = { firstMs: 2 * SECOND_MS, maxMs: 30 * SECOND_MS }

/** Returns the delay in ms after a number of failures in a window: zero below the limit; it ends by itself. */
export const delayAfter = (failures: number, limit: number, { firstMs, maxMs }: Delay): number =>
  failures < limit ? 0 : Math.min(firstMs * 2 ** (failures - limit), maxMs)

/**
 * A sign-in attempt. `browser` identifies one that has signed in to this account before.
 * Such a browser is counted separately, so that failures of other browsers at its address or account do not affect it.
 */
export type Attempt = { email: string; address: string; browser?: string | undefined }

export type SignInLimitsConfig = { signIns: number; signInsPerAccount: number; signInsPerAddress: number }

type Limit = { counter: Counter; key: string; limit: number; delay: Delay; refusal: (wait: string) => string }

/**
 * Limits all sign-ins per minute, failed ones in 15 minutes per account and origin, and failed ones per hour and
 * address.
 */
export const signInLimits = (cache: Cache, config: SignInLimitsConfig) => {
  const attemptLimit = rateLimit(cache, {
    name: 'sign-ins',
    limit: config.signIns,
    refusal: (seconds) => `Too many sign-ins to this account. Please try again in ${formatWait(seconds)}.`,
  })
  const accountFailures = cache.counter({ name: 'failed-sign-ins', windowMs: 15 * MINUTE_MS })
  const addressFailures = cache.counter({ name: 'failed-sign-ins-at-address', windowMs: 60 * MINUTE_MS })

  const attemptKey = ({ email, address, browser }: Attempt): string => {
    const origin = browser === undefined ? addressKey(address) : `browser ${browser}`
    return createHash('sha256').update(`${email.trim().toLowerCase()}\n${origin}`).digest('base64url')
  }

  const limitsOf = (attempt: Attempt): Limit[] => {
    const account: Limit = {
      counter: accountFailures,
      key: attemptKey(attempt),
      limit: config.signInsPerAccount,
      delay: ACCOUNT_DELAY,
      refusal: (wait) => `Too many failed sign-ins. Please try again in ${wait}.`,
    }
    const address: Limit = {
      counter: addressFailures,
      key: addressKey(attempt.address),
      limit: config.signInsPerAddress,
      delay: ADDRESS_DELAY,
      refusal: (wait) =>
        `Many sign-ins have failed from your network. Please try again in ${wait}, or on another network.`,
    }
    return attempt.browser === undefined ? [account, address] : [account]
  }

  const assertNoDelay = async (limits: Limit[]): Promise<void> => {
    for (const { counter, key, limit, delay, refusal } of limits) {
      const { count, lastMsAgo, resetsInMs } = await counter.read(key)
      const remainingMs = Math.min(delayAfter(count, limit, delay) - lastMsAgo, resetsInMs)
      if (remainingMs <= 0) continue
      const seconds = Math.ceil(remainingMs / SECOND_MS)
      throw tooMany(refusal(formatWait(seconds)), seconds)
    }
  }

  return {
    /** Counts an attempt before it is queued. Throws 429 during a delay and above the limit. */
    async countAttempt(attempt: Attempt): Promise<void> {
      await assertNoDelay(limitsOf(attempt))
      await attemptLimit.count(attemptKey(attempt))
    },

    /** Runs the password check; throws 429 during a delay, and counts a failure. */
    async guard(attempt: Attempt, check: () => Promise<boolean>): Promise<boolean> {
      const limits = limitsOf(attempt)
      await assertNoDelay(limits)
      const isRight = await check()
      if (!isRight) await Promise.all(limits.map(({ counter, key }) => counter.increment(key)))
      return isRight
    },
  }
}

export type SignInLimits = ReturnType<typeof signInLimits>
