import type { LoginBody, User } from '@purple-sector/contracts/identity/http'
import { unauthorized } from '@purple-sector/service-kit/errors'
import { userOf } from '../accounts/account.ts'
import { accountRepository } from '../accounts/account-repository.ts'
import type { IdentityDependencies } from '../identity-dependencies.ts'
import { deviceRepository } from './device-repository.ts'
import { type Browser, type Entered, sessionRepository } from './session-repository.ts'

/** Who has come in; the secrets go into the browser's cookies and nowhere else. */
export type SignedIn = { user: User; entered: Entered }

export type SignInRequest = LoginBody & { address: string; browser: Browser }

/** The same code, message and work whether the account exists or not. */
export const signIn =
  ({ database, passwords, administrators, limits, log }: IdentityDependencies) =>
  async ({ email: given, password, address, browser }: SignInRequest): Promise<SignedIn> => {
    const refused = (userId?: string) => {
      log.info({ userId, address }, 'a sign-in was refused')
      return unauthorized('INVALID_CREDENTIALS', 'Wrong email or password.')
    }
    const email = given.trim()
    const known = await deviceRepository(database).knownTo(email, browser.device)
    const attempt = { email, address, browser: known }
    await limits.admit(attempt)
    const line = { address, account: known ?? email.toLowerCase(), isKnown: known !== undefined }
    // The session begins in the turn, too: those of one account wait for each other with connections in their hands.
    const signedIn = await passwords.afterEarlierStarts(line, async ({ matches }) => {
      const account = await accountRepository(database).findByEmail(email)
      const isRight = await limits.guard(attempt, () => matches(account?.passwordHash, password))
      if (!account || !isRight) throw refused(account?.id)
      const entered = await database.transaction(async (sql) => {
        if (!(await accountRepository(sql).keepsPassword(account.id, account.passwordHash))) throw refused(account.id)
        return sessionRepository(sql).begin(account.id, browser)
      })
      return { user: userOf(account, administrators), entered }
    })
    log.info({ userId: signedIn.user.id, address }, 'signed in')
    return signedIn
  }
