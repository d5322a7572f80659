import type { Caller } from '@purple-sector/service-kit'
import { badRequest, unauthorized } from '@purple-sector/service-kit/errors'
import type { IdentityDependencies } from '../dependencies.ts'
import { deviceRepository } from '../sessions/device-repository.ts'
import { sessionRepository } from '../sessions/session-repository.ts'
import { accountRepository } from './account-repository.ts'
import { oneTimeTokens } from './one-time-token-repository.ts'
import { rejectWeakPassword } from './weak-password.ts'

type PasswordChange = {
  address: string
  /** The device cookie of the browser. */
  device: string | undefined
  currentPassword: string
  password: string
}

const wrongPassword = () =>
  badRequest('WRONG_PASSWORD', 'Your current password is wrong.', [{ path: 'currentPassword', message: 'is wrong' }])

/**
 * Changes the caller's password; returns the value of the browser's device cookie.
 * Ends every other session, revokes the links mailed for a reset, and deletes all other known browsers.
 */
export const changePassword =
  ({ database, passwords, limits, log }: IdentityDependencies) =>
  async (
    { userId, sessionId }: Caller,
    { address, device, currentPassword, password }: PasswordChange,
  ): Promise<string> => {
    const account = await accountRepository(database).find(userId)
    if (!account) throw unauthorized()
    rejectWeakPassword(password, account)
    // A caller with a session has signed in before, so the browser counts as known.
    const attempt = { email: account.email, address, browser: sessionId }
    const passwordHash = await passwords.withSlot(
      { address, account: userId, isKnownBrowser: true },
      async (hashing) => {
        const isRight = await limits.guard(attempt, () => hashing.matches(account.passwordHash, currentPassword))
        return isRight ? hashing.hash(password) : undefined
      },
    )
    if (passwordHash === undefined) {
      log.info({ event: 'password.change_rejected', userId, address }, 'Password change rejected: wrong password')
      throw wrongPassword()
    }
    const deviceSecret = await database.transaction(async (sql) => {
      const accounts = accountRepository(sql)
      const current = await accounts.selectForUpdate(userId)
      if (current?.passwordHash !== account.passwordHash) throw wrongPassword()
      await accounts.setPassword(userId, passwordHash)
      await oneTimeTokens(sql).revoke(userId, ['reset'])
      await sessionRepository(sql).endAll(userId, sessionId)
      return deviceRepository(sql).recordSignIn(userId, device)
    })
    log.info({ event: 'password.changed', userId, address }, 'Password changed')
    return deviceSecret
  }
