import type { Caller } from '@purple-sector/service-kit'
import { badRequest, unauthorized } from '@purple-sector/service-kit/errors'
import type { IdentityDependencies } from '../identity-dependencies.ts'
import { deviceRepository } from '../sessions/device-repository.ts'
import { sessionRepository } from '../sessions/session-repository.ts'
import { accountRepository } from './account-repository.ts'
import { oneTimeTokens } from './one-time-tokens.ts'
import { refuseWeakPassword } from './weak-password.ts'

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
 * A new password for the caller; every other session ends, and so do links mailed for a forgotten one. No browser is
 * known to the account any more but this one: answers what its device cookie is to say.
 */
export const changePassword =
  ({ database, passwords, limits, log }: IdentityDependencies) =>
  async (
    { userId, sessionId }: Caller,
    { address, device, currentPassword, password }: PasswordChange,
  ): Promise<string> => {
    const account = await accountRepository(database).find(userId)
    if (!account) throw unauthorized()
    refuseWeakPassword(password, account)
    // Whoever has a session has signed in before.
    const attempt = { email: account.email, address, browser: sessionId }
    const passwordHash = await passwords.afterEarlierStarts(
      { address, account: userId, isKnown: true },
      async (hashing) => {
        const isRight = await limits.guard(attempt, () => hashing.matches(account.passwordHash, currentPassword))
        return isRight ? hashing.hash(password) : undefined
      },
    )
    if (passwordHash === undefined) {
      log.info({ userId, address }, 'a change of password was refused')
      throw wrongPassword()
    }
    const known = await database.transaction(async (sql) => {
      const accounts = accountRepository(sql)
      const held = await accounts.hold(userId)
      if (held?.passwordHash !== account.passwordHash) throw wrongPassword()
      await accounts.setPassword(userId, passwordHash)
      await oneTimeTokens(sql).withdraw(userId, ['reset'])
      await sessionRepository(sql).endAll(userId, sessionId)
      return deviceRepository(sql).remember(userId, device)
    })
    log.info({ userId, address }, 'password changed')
    return known
  }
