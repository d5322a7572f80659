import { mailOutbox } from '@purple-sector/mail'
import type { Caller } from '@purple-sector/service-kit'
import { badRequest } from '@purple-sector/service-kit/errors'
import { rateLimit } from '@purple-sector/service-kit/http/rate-limit'
import type { IdentityDependencies } from '../identity-dependencies.ts'
import type { Purpose } from '../tables.ts'
import { accountRepository } from './account-repository.ts'
import { announceUser } from './announce-user.ts'
import { oneTimeTokens } from './one-time-tokens.ts'

const HOUR_MS = 3_600_000
const MAILS_AN_HOUR = 10

const TOO_LATE = 'This link has already been used or has expired. Please ask for a new one.'

export const tokenInvalid = () => badRequest('TOKEN_INVALID', TOO_LATE, [{ path: 'token', message: TOO_LATE }])

/** Mails the link that verifies the caller's address; an address that is verified already gets none. */
export const sendVerification = ({ database, cache }: IdentityDependencies) => {
  const mails = rateLimit(cache, {
    name: 'verify-mails',
    limit: MAILS_AN_HOUR,
    windowMs: HOUR_MS,
    refusal: 'You’ve asked for a lot of these emails. Please wait a while.',
  })
  return async ({ userId }: Caller): Promise<void> => {
    const account = await accountRepository(database).find(userId)
    if (!account || account.isVerified) return
    await mails.count(userId)
    await database.transaction((sql) => mailOutbox<Purpose>(sql).put('verify', userId))
  }
}

export type Verification = 'verified' | 'elsewhere'

/**
 * Opening the mailed link proves the address in a session of that very account, once. Anywhere else it proves nothing:
 * whoever registered an address that is not theirs has a session too, and the owner, or what scans their mail, only
 * opens links. The link then stays as it is.
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
      const account = await accounts.hold(owner)
      if (!account || !(await tokens.redeem('verify', token))) throw tokenInvalid()
      await tokens.withdraw(owner, ['verify'])
      if (account.isVerified) return
      await accounts.markVerified(owner)
      await announceUser(sql, { ...account, isVerified: true }, administrators)
    })
    log.info({ userId: owner }, 'address verified')
    return 'verified'
  }
