import { createHash } from 'node:crypto'
import type { Cache, Counter } from '@purple-sector/cache'
import { tooMany } from '@purple-sector/service-kit/errors'
import { addressKey } from '../client-address.ts'

const FIRST_DELAY_MS = 60_000

/**
 * How long to wait after the `failures`-th failure of a window: nothing below the limit, then a minute, two, four, …
 * up to the window itself. Never a lock: other addresses are not concerned, and the wait ends by itself.
 */
export const delayAfter = (failures: number, limit: number, windowMs: number): number =>
  failures < limit ? 0 : Math.min(FIRST_DELAY_MS * 2 ** (failures - limit), windowMs)

/** Surrounds a check of a password. */
export type Guard = (check: () => Promise<boolean>) => Promise<boolean>

export type Attempt = { email: string; address: string }
type Limit = { counter: Counter; key: string; limit: number; windowMs: number }

/** Failed sign-ins per (account, address) in 15 minutes and per address in an hour (architecture, Gateway). */
export const signInLimits = (cache: Cache, config: { signInsPerAccount: number; signInsPerAddress: number }) => {
  const [accountMs, addressMs] = [15 * 60_000, 60 * 60_000]
  const ofAccount = cache.counter({ name: 'failed-sign-ins', windowMs: accountMs })
  const ofAddress = cache.counter({ name: 'failed-sign-ins-at-address', windowMs: addressMs })

  const limitsOf = ({ email, address }: Attempt): { account: Limit; address: Limit } => {
    const origin = addressKey(address)
    const pair = createHash('sha256').update(`${email.trim().toLowerCase()}\n${origin}`).digest('hex')
    return {
      account: { counter: ofAccount, key: pair, limit: config.signInsPerAccount, windowMs: accountMs },
      address: { counter: ofAddress, key: origin, limit: config.signInsPerAddress, windowMs: addressMs },
    }
  }

  const refuseWaiting = async ({ counter, key, limit, windowMs }: Limit): Promise<void> => {
    const { count, lastMsAgo } = await counter.read(key)
    const leftMs = delayAfter(count, limit, windowMs) - lastMsAgo
    if (leftMs > 0)
      throw tooMany('Too many failed sign-ins. Please wait before you try again.', Math.ceil(leftMs / 1000))
  }

  return {
    /** Throws 429 while this account has to wait at this address, or the address at all. */
    async refuse(attempt: Attempt): Promise<void> {
      const { account, address } = limitsOf(attempt)
      await refuseWaiting(account)
      await refuseWaiting(address)
    },

    /** Goes around a check of a password: refused while waiting, counted when it fails. */
    guard(attempt: Attempt): Guard {
      const { account, address } = limitsOf(attempt)
      return async (check) => {
        await refuseWaiting(account)
        await refuseWaiting(address)
        const isRight = await check()
        if (!isRight) await Promise.all([account, address].map(({ counter, key }) => counter.increment(key)))
        return isRight
      }
    },
  }
}

export type SignInLimits = ReturnType<typeof signInLimits>
