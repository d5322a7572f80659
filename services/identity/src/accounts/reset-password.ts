import { mailOutbox } from '@purple-sector/mail'
import { addressKey } from '@purple-sector/service-kit/http/client-address'
import { rateLimit } from '@purple-sector/service-kit/http/rate-limit'
import type { IdentityDependencies } from '../identity-dependencies.ts'
import { deviceRepository } from '../sessions/device-repository.ts'
import { sessionRepository } from '../sessions/session-repository.ts'
import type { Purpose } from '../tables.ts'
import { accountRepository } from './account-repository.ts'
import { announceUser } from './announce-user.ts'
import { hashOf, oneTimeTokens } from './one-time-tokens.ts'
import { tokenInvalid } from './verify-email.ts'
import { refuseWeakPassword } from './weak-password.ts'

const HOUR_MS = 3_600_000
const MAILS_AN_HOUR = 5
const REQUESTS_AN_HOUR = 60

/**
 * Mails a link to set a new password. Whether there is such an account shows neither in the answer nor in its time:
 * both write one row. Nobody is flooded: more than a few an hour are dropped silently.
 */
export const forgotPassword = ({ database, cache }: IdentityDependencies) => {
  const ofAddress = rateLimit(cache, { name: 'forgotten-at-address', limit: REQUESTS_AN_HOUR, windowMs: HOUR_MS })
  const ofAccount = rateLimit(cache, { name: 'forgotten', limit: MAILS_AN_HOUR, windowMs: HOUR_MS })
  return async ({ email, address }: { email: string; address: string }): Promise<void> => {
    if (!(await ofAddress.admits(addressKey(address)))) return
    if (!(await ofAccount.admits(hashOf(email.toLowerCase())))) return
    const account = await accountRepository(database).findByEmail(email)
    await database.transaction((sql) => mailOutbox<Purpose>(sql).put('reset', account?.id ?? null))
  }
}

type PasswordReset = { token: string; password: string; address: string; device: string | undefined }

/**
 * A new password by the mailed link, which also proves the address. Every session ends. Of all browsers the account
 * knows only this one from now on: answers what its device cookie is to say.
 */
export const resetPassword =
  ({ database, passwords, administrators, log }: IdentityDependencies) =>
  async ({ token, password, address, device }: PasswordReset): Promise<string> => {
    const userId = await oneTimeTokens(database).ownerOf('reset', token)
    const owner = userId === undefined ? undefined : await accountRepository(database).find(userId)
    if (!owner) throw tokenInvalid()
    refuseWeakPassword(password, owner)
    const passwordHash = await passwords.afterEarlierStarts({ address, account: owner.id }, ({ hash }) =>
      hash(password),
    )
    const known = await database.transaction(async (sql) => {
      const accounts = accountRepository(sql)
      const tokens = oneTimeTokens(sql)
      const account = await accounts.hold(owner.id)
      if (!account || !(await tokens.redeem('reset', token))) throw tokenInvalid()
      await accounts.setPassword(owner.id, passwordHash)
      await tokens.withdraw(owner.id, ['reset', 'verify'])
      await sessionRepository(sql).endAll(owner.id)
      const remembered = await deviceRepository(sql).remember(owner.id, device)
      if (account.isVerified) return remembered
      await accounts.markVerified(owner.id)
      await announceUser(sql, { ...account, isVerified: true }, administrators)
      return remembered
    })
    log.info({ userId: owner.id }, 'password set by a mailed link')
    return known
  }
