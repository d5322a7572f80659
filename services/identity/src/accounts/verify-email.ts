import { badRequest, tooMany } from '@purple-sector/service-kit/errors'
import type { Identity } from '../identity.ts'
import { mailbag } from '../mail/mailbag.ts'
import { accountRepository } from './account-repository.ts'
import { announceUser } from './announce-user.ts'
import { oneTimeTokens } from './one-time-tokens.ts'

const HOUR_MS = 3_600_000
const MAILS_AN_HOUR = 10

const TOO_LATE = 'This link has been used already or is too old. Please ask for a new one.'

export const tokenInvalid = () => badRequest('TOKEN_INVALID', TOO_LATE, [{ path: 'token', message: TOO_LATE }])

/** Mails the link that verifies the caller's address; an address that is verified already gets none. */
export const sendVerification = ({ database, cache, postman }: Identity) => {
  const mails = cache.counter({ name: 'verify-mails', windowMs: HOUR_MS })
  return async (userId: string): Promise<void> => {
    const account = await accountRepository(database).find(userId)
    if (!account || account.isVerified) return
    const { count, resetsInMs } = await mails.increment(userId)
    if (count > MAILS_AN_HOUR)
      throw tooMany('You asked for many of these mails. Please wait a while.', Math.ceil(resetsInMs / 1000))
    await database.transaction((sql) => mailbag(sql).put('verify', userId))
    postman.poke()
  }
}

/** The address is proved: whoever opens the mailed link reads its mail. The link works once. */
export const verifyEmail =
  ({ database, administrators }: Identity) =>
  (token: string): Promise<void> =>
    database.transaction(async (sql) => {
      const userId = await oneTimeTokens(sql).redeem('verify', token)
      if (userId === undefined) throw tokenInvalid()
      const accounts = accountRepository(sql)
      const account = await accounts.hold(userId)
      if (!account || account.isVerified) return
      await accounts.markVerified(userId)
      await announceUser(sql, { ...account, isVerified: true }, administrators)
    })
