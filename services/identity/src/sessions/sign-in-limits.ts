import { createHash } from 'node:crypto'
import type { Cache } from '@purple-sector/cache'
import { tooMany } from '@purple-sector/service-kit/errors'
import { z } from 'zod'
import type { Guard } from '../accounts/passwords.ts'
import { addressKey } from '../client-address.ts'

const FIRST_DELAY_MS = 60_000

/**
 * How long to wait after the `failures`-th failure of a window: nothing below the limit, then a minute, two, four, …
 * up to the window itself. Never a lock: other addresses are not concerned, and the wait ends by itself.
 */
export const delayAfter = (failures: number, limit: number, windowMs: number): number =>
  failures < limit ? 0 : Math.min(FIRST_DELAY_MS * 2 ** (failures - limit), windowMs)

export type Attempt = { email: string; address: string }
type Limit = { key: string; limit: number; windowMs: number }

const waitSchema = z.object({ until: z.number() })

/** Failed sign-ins per (account, address) in 15 minutes and per address in an hour (architecture, Gateway). */
export const signInLimits = (
  cache: Cache,
  config: { signInsPerAccount: number; signInsPerAddress: number },
  now: () => number = Date.now,
) => {
  const limitsOf = ({ email, address }: Attempt): { account: Limit; address: Limit } => {
    const origin = addressKey(address)
    const pair = createHash('sha256').update(`${email.trim().toLowerCase()}\n${origin}`).digest('hex')
    return {
      account: { key: `sign-in:account:${pair}`, limit: config.signInsPerAccount, windowMs: 15 * 60_000 },
      address: { key: `sign-in:address:${origin}`, limit: config.signInsPerAddress, windowMs: 60 * 60_000 },
    }
  }

  const refuseWaiting = async ({ key }: Limit): Promise<void> => {
    const wait = waitSchema.safeParse(await cache.get(`${key}:wait`))
    if (!wait.success || wait.data.until <= now()) return
    const seconds = Math.ceil((wait.data.until - now()) / 1000)
    throw tooMany('Too many failed sign-ins. Please wait before you try again.', seconds)
  }

  const countFailure = async ({ key, limit, windowMs }: Limit): Promise<void> => {
    const { count } = await cache.increment(key, windowMs)
    const delay = delayAfter(count, limit, windowMs)
    if (delay > 0) await cache.set(`${key}:wait`, { until: now() + delay }, delay)
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
        if (!isRight) await Promise.all([countFailure(account), countFailure(address)])
        return isRight
      }
    },
  }
}

export type SignInLimits = ReturnType<typeof signInLimits>
