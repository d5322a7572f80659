import { mailOutbox } from '@purple-sector/mail'
import { addressKey } from '@purple-sector/service-kit/http/client-address'
import { rateLimit } from '@purple-sector/service-kit/http/rate-limit'
import type { IdentityDependencies } from '../dependencies.ts'
import { deviceRepository } from '../sessions/device-repository.ts'
import { sessionRepository } from '../sessions/session-repository.ts'
import type { Purpose } from '../tables.ts'
import { accountRepository } from './account-repository.ts'
import { announceUser } from './announce-user.ts'
import { hashOf, oneTimeTokens } from './one-time-token-repository.ts'
import { tokenInvalid } from './verify-email.ts'
import { rejectWeakPassword } from './weak-password.ts'

const HOUR_MS = 3_600_000
const MAILS_PER_HOUR = 5
const REQUESTS_PER_HOUR = 60

/**
 * Mails a link to set a new password.
 * Neither the reply nor its time reveals whether the account exists: both cases write one row. Requests above a few an
 * hour are ignored silently, so that no mailbox is flooded.
 */
export const forgotPassword = ({ database, cache }: IdentityDependencies) => {
  const addressLimit = rateLimit(cache, { name: 'forgotten-at-address', limit: REQUESTS_PER_HOUR, windowMs: HOUR_MS })
  const accountLimit = rateLimit(cache, { name: 'forgotten', limit: MAILS_PER_HOUR, windowMs: HOUR_MS })
  return async ({ email, address }: { email: string; address: string }): Promise<void> => {
    if (!(await addressLimit.tryCount(addressKey(address)))) return
    if (!(await accountLimit.tryCount(hashOf(email.toLowerCase())))) return
    const account = await accountRepository(database).findByEmail(email)
    await database.transaction((sql) => mailOutbox<Purpose>(sql).put('reset', account?.id ?? null))
  }
}

type PasswordReset = { token: string; password: string; address: string; device: string | undefined }

/**
 * Sets a new password by a mailed link, which also verifies the address; returns the value of the device cookie.
 * Ends every session and deletes all other known browsers of the account.
 */
export const resetPassword =
  ({ database, passwords, administrators, log }: IdentityDependencies) =>
  async ({ token, password, address, device }: PasswordReset): Promise<string> => {
    const userId = await oneTimeTokens(database).ownerOf('reset', token)
    const owner = userId === undefined ? undefined : await accountRepository(database).find(userId)
    if (!owner) throw tokenInvalid()
    rejectWeakPassword(password, owner)
    const passwordHash = await passwords.withSlot({ address, account: owner.id }, ({ hash }) => hash(password))
    const deviceSecret = await database.transaction(async (sql) => {
      const accounts = accountRepository(sql)
      const tokens = oneTimeTokens(sql)
      const account = await accounts.selectForUpdate(owner.id)
      if (!account || !(await tokens.redeem('reset', token))) throw tokenInvalid()
      await accounts.setPassword(owner.id, passwordHash)
      await tokens.revoke(owner.id, ['reset', 'verify'])
      await sessionRepository(sql).endAll(owner.id)
      const browserSecret = await deviceRepository(sql).recordSignIn(owner.id, device)
      if (account.isVerified) return browserSecret
      await accounts.markVerified(owner.id)
      await announceUser(sql, { ...account, isVerified: true }, administrators)
      return browserSecret
    })
    log.info({ event: 'password.reset', userId: owner.id }, 'Password set by a mailed link')
    return deviceSecret
  }
