import { mailOutbox } from '@purple-sector/mail'
import type { Caller } from '@purple-sector/service-kit'
import { badRequest } from '@purple-sector/service-kit/errors'
import { rateLimit } from '@purple-sector/service-kit/http/rate-limit'
import type { IdentityDependencies } from '../dependencies.ts'
import type { Purpose } from '../tables.ts'
import { accountRepository } from './account-repository.ts'
import { announceUser } from './announce-user.ts'
import { oneTimeTokens } from './one-time-token-repository.ts'

const HOUR_MS = 3_600_000
const MAILS_PER_HOUR = 10

const TOO_LATE = 'This link has already been used or has expired. Please ask for a new one.'

export const tokenInvalid = () => badRequest('TOKEN_INVALID', TOO_LATE, [{ path: 'token', message: TOO_LATE }])

/** Mails the link that verifies the caller's address, unless it is already verified. */
export const sendVerification = ({ database, cache }: IdentityDependencies) => {
  const mailLimit = rateLimit(cache, {
    name: 'verify-mails',
    limit: MAILS_PER_HOUR,
    windowMs: HOUR_MS,
    refusal: 'You’ve asked for a lot of these emails. Please wait a while.',
  })
  return async ({ userId }: Caller): Promise<void> => {
    const account = await accountRepository(database).find(userId)
    if (!account || account.isVerified) return
    await mailLimit.count(userId)
    await database.transaction((sql) => mailOutbox<Purpose>(sql).put('verify', userId))
  }
}

export type Verification = 'verified' | 'elsewhere'

/**
 * Verifies an address by its mailed link, once, and only in a session of the same account.
 * An opened link alone proves nothing: an attacker who registered a foreign address has a session too, while the owner,
 * or a mail scanner, only opens links. Without the session the link stays valid.
 */
export const verifyEmail =
  ({ database, administrators, log }: IdentityDependencies) =>
  async (caller: Caller | null, token: string): Promise<Verification> => {
    const owner = await oneTimeTokens(database).ownerOf('verify', token)
    if (owner === undefined) throw tokenInvalid()
    if (owner !== caller?.userId) return 'elsewhere'
    await database.transaction(async (sql) => {
      const accounts = accountRepository(sql)
      const tokens = oneTimeTokens(sql)
      const account = await accounts.selectForUpdate(owner)
      if (!account || !(await tokens.redeem('verify', token))) throw tokenInvalid()
      await tokens.revoke(owner, ['verify'])
      if (account.isVerified) return
      await accounts.markVerified(owner)
      await announceUser(sql, { ...account, isVerified: true }, administrators)
    })
    log.info({ event: 'account.verified', userId: owner }, 'Address verified')
    return 'verified'
  }
