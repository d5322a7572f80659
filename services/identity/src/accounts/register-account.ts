import { randomUUID } from 'node:crypto'
import type { RegisterBody } from '@purple-sector/contracts/identity/http'
import { mailOutbox } from '@purple-sector/mail'
import type { IdentityDependencies } from '../dependencies.ts'
import { type Browser, sessionRepository } from '../sessions/session-repository.ts'
import type { SignedIn } from '../sessions/sign-in.ts'
import type { Purpose } from '../tables.ts'
import { userOf } from './account.ts'
import { accountRepository } from './account-repository.ts'
import { announceUser } from './announce-user.ts'
import { rejectReservedName } from './reserved-names.ts'
import { rejectWeakPassword } from './weak-password.ts'

type Origin = { address: string; browser: Browser }

/** Registers an account, signs it in and mails the link that verifies its address. */
export const registerAccount =
  ({ database, passwords, administrators, tipping, log }: IdentityDependencies) =>
  async (body: RegisterBody, { address, browser }: Origin): Promise<SignedIn> => {
    const { email, password, username, firstName, lastName } = body
    rejectWeakPassword(password, { email, username })
    rejectReservedName(body)
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
      const secrets = await sessionRepository(sql).start(account.id, browser)
      await mailOutbox<Purpose>(sql).put('verify', account.id)
      const state = await announceUser(sql, account, administrators)
      return { user: userOf(account, administrators), secrets, state }
    })
    // The first tip may follow a second later; no leaderboard may then show the user as Anonymous.
    await tipping.applyUser(state)
    log.info({ event: 'account.registered', userId: signedIn.user.id }, 'Account registered')
    return signedIn
  }
