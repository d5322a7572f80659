import type { LoginBody, User } from '@purple-sector/contracts/identity/http'
import { unauthorized } from '@purple-sector/service-kit/errors'
import { userOf } from '../accounts/account.ts'
import { accountRepository } from '../accounts/account-repository.ts'
import type { Identity } from '../identity.ts'
import { sessionRepository } from './session-repository.ts'

/** A fresh session: its secret goes into the cookie and nowhere else. */
export type SignedIn = { user: User; secret: string }

export type SignInRequest = LoginBody & {
  address: string
  /** The session this browser has already; it ends, so that nobody goes on with an id known before. */
  previous: string | undefined
}

/** The same code, message and work whether the account exists or not. */
export const signIn =
  ({ database, passwords, administrators, limits, log }: Identity) =>
  async ({ email, password, address, previous }: SignInRequest): Promise<SignedIn> => {
    const refused = (userId?: string) => {
      log.info({ userId, address }, 'a sign-in was refused')
      return unauthorized('INVALID_CREDENTIALS', 'E-mail or password is wrong.')
    }
    await limits.refuse({ email, address })
    const guard = limits.guard({ email, address })
    const account = await passwords.inTurn({ address, account: email.trim().toLowerCase() }, async ({ matches }) => {
      const found = await accountRepository(database).findByEmail(email.trim())
      const isRight = await guard(() => matches(found?.passwordHash, password))
      if (!found || !isRight) throw refused(found?.id)
      return found
    })
    const signedIn = await database.transaction(async (sql) => {
      if (!(await accountRepository(sql).keepsPassword(account.id, account.passwordHash))) throw refused(account.id)
      const secret = await sessionRepository(sql).begin(account.id, previous)
      return { user: userOf(account, administrators), secret }
    })
    log.info({ userId: account.id, address }, 'signed in')
    return signedIn
  }
