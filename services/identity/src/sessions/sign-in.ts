import type { LoginBody, User } from '@purple-sector/contracts/identity/http'
import { unauthorized } from '@purple-sector/service-kit/errors'
import { userOf } from '../accounts/account.ts'
import { accountRepository } from '../accounts/account-repository.ts'
import type { IdentityDependencies } from '../dependencies.ts'
import { deviceRepository } from './device-repository.ts'
import { type Browser, type BrowserSecrets, sessionRepository } from './session-repository.ts'

/** A signed-in user; the secrets go into the browser's cookies and nowhere else. */
export type SignedIn = { user: User; secrets: BrowserSecrets }

export type SignInRequest = LoginBody & { address: string; browser: Browser }

/** Signs in with a password. Code, message and work are the same whether the account exists or not. */
export const signIn =
  ({ database, passwords, administrators, limits, log }: IdentityDependencies) =>
  async ({ email: enteredEmail, password, address, browser }: SignInRequest): Promise<SignedIn> => {
    const reject = (userId?: string) => {
      log.info({ event: 'sign_in.rejected', userId, address }, 'Sign-in rejected')
      return unauthorized('INVALID_CREDENTIALS', 'Wrong email or password.')
    }
    const email = enteredEmail.trim()
    const deviceHash = await deviceRepository(database).findHash(email, browser.device)
    const attempt = { email, address, browser: deviceHash }
    await limits.countAttempt(attempt)
    const owner = { address, account: deviceHash ?? email.toLowerCase(), isKnownBrowser: deviceHash !== undefined }
    // The session also starts within the slot: transactions of one account wait for each other, each with a connection.
    const signedIn = await passwords.withSlot(owner, async ({ matches }) => {
      const account = await accountRepository(database).findByEmail(email)
      const isRight = await limits.guard(attempt, () => matches(account?.passwordHash, password))
      if (!account || !isRight) throw reject(account?.id)
      const secrets = await database.transaction(async (sql) => {
        if (!(await accountRepository(sql).lockAndCheckPassword(account.id, account.passwordHash)))
          throw reject(account.id)
        return sessionRepository(sql).start(account.id, browser)
      })
      return { user: userOf(account, administrators), secrets }
    })
    log.info({ event: 'sign_in.succeeded', userId: signedIn.user.id, address }, 'Signed in')
    return signedIn
  }
