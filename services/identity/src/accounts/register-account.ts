import { randomUUID } from 'node:crypto'
import type { RegisterBody } from '@purple-sector/contracts/identity/http'
import { mailOutbox } from '@purple-sector/mail'
import type { IdentityDependencies } from '../identity-dependencies.ts'
import { type Browser, sessionRepository } from '../sessions/session-repository.ts'
import type { SignedIn } from '../sessions/sign-in.ts'
import type { Purpose } from '../tables.ts'
import { userOf } from './account.ts'
import { accountRepository } from './account-repository.ts'
import { announceUser } from './announce-user.ts'
import { refuseReservedName } from './reserved-names.ts'
import { refuseWeakPassword } from './weak-password.ts'

type From = { address: string; browser: Browser }

/** Registers an account, signs it in and mails the link that verifies its address. */
export const registerAccount =
  ({ database, passwords, administrators, tipping, log }: IdentityDependencies) =>
  async (body: RegisterBody, { address, browser }: From): Promise<SignedIn> => {
    const { email, password, username, firstName, lastName } = body
    refuseWeakPassword(password, { email, username })
    refuseReservedName(body)
    await accountRepository(database).assertAvailable(body)
    const passwordHash = await passwords.withSlot({ address, account: email }, ({ hash }) => hash(password))
    const { state, ...signedIn } = await database.transaction(async (sql) => {
      const account = await accountRepository(sql).create({
        id: randomUUID(),
        email,
        isVerified: false,
        passwordHash,
        username,
        firstName,
        lastName,
      })
      const entered = await sessionRepository(sql).start(account.id, browser)
      await mailOutbox<Purpose>(sql).put('verify', account.id)
      const state = await announceUser(sql, account, administrators)
      return { user: userOf(account, administrators), entered, state }
    })
    // The first tip may follow a second later, and no leaderboard shows the user as Anonymous.
    await tipping.applyUser(state)
    log.info({ event: 'account.registered', userId: signedIn.user.id }, 'Account registered')
    return signedIn
  }
