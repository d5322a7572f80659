import { userKey } from '@purple-sector/contracts/event'
import type { DeleteAccountBody } from '@purple-sector/contracts/identity/http'
import { lockSubject, type Transaction } from '@purple-sector/database'
import { mailOutbox } from '@purple-sector/mail'
import { markDeleted } from '@purple-sector/messaging'
import type { Caller } from '@purple-sector/service-kit'
import { badField, badRequest, conflict, unauthorized } from '@purple-sector/service-kit/errors'
import { ADMINISTRATORS } from '../administrators/bootstrap-administrator.ts'
import type { IdentityDependencies } from '../identity-dependencies.ts'
import { sessionRepository } from '../sessions/session-repository.ts'
import type { Purpose } from '../tables.ts'
import type { UserState } from '../tipping-client.ts'
import { type Account, isAdministrator } from './account.ts'
import { accountRepository } from './account-repository.ts'
import { announceDeletedUser } from './announce-user.ts'
import { isConfirmedBy } from './deletion.ts'

type Deletion = { address: string; proof: DeleteAccountBody }

/** No 401, which would send the client to the sign-in page. */
const wrongPassword = () =>
  badRequest('WRONG_PASSWORD', 'Your password is wrong.', [{ path: 'password', message: 'is wrong' }])
const isNeeded = () =>
  conflict('LAST_ADMINISTRATOR', 'The first administrator’s account can’t be deleted, and neither can the last one’s.')

/** Checks the password as a sign-in of this browser is; an account without one is told by its name. */
const check = async (
  { passwords, limits, log }: IdentityDependencies,
  { userId, sessionId }: Caller,
  account: Account,
  { address, proof }: Deletion,
): Promise<void> => {
  if (account.passwordHash === null) {
    if (!isConfirmedBy(account, proof)) throw badField('confirm', `must be ${account.username ?? account.email}`)
    return
  }
  if (!('password' in proof)) throw badField('password', 'is required')
  const attempt = { email: account.email, address, browser: sessionId }
  await limits.admit(attempt)
  const isRight = await passwords.afterEarlierStarts({ address, account: userId, isKnown: true }, ({ matches }) =>
    limits.guard(attempt, () => matches(account.passwordHash, proof.password)),
  )
  if (isRight) return
  log.info({ userId, address }, 'the deletion of an account was refused')
  throw wrongPassword()
}

/** The first administrator would be made anew at the next start; without any other nobody could run the product. */
const refuseNeeded = async (sql: Transaction, { administrators }: IdentityDependencies, account: Account) => {
  if (!isAdministrator(account, administrators)) return
  await lockSubject(sql, 'exclusive', ADMINISTRATORS)
  const [first] = administrators
  const others = await accountRepository(sql).verifiedWithEmails([...administrators])
  if (account.email.toLowerCase() === first || others.every(({ id }) => id === account.id)) throw isNeeded()
}

/**
 * Deletes the caller's account for good: its sessions end, and with its row go the browsers it knew, its links, what it
 * is at a provider and what it is found by. Its e-mail and its username are free at once. What stays is its id: marked
 * here as deleted, and told as such to everybody.
 */
export const deleteAccount =
  (identity: IdentityDependencies) =>
  async (caller: Caller, deletion: Deletion): Promise<void> => {
    const { database, tipping, log } = identity
    const { userId } = caller
    const account = await accountRepository(database).find(userId)
    if (!account) throw unauthorized()
    await check(identity, caller, account, deletion)
    const state: UserState = await database.transaction(async (sql) => {
      await refuseNeeded(sql, identity, account)
      const accounts = accountRepository(sql)
      const held = await accounts.hold(userId)
      if (!held) throw unauthorized()
      if (held.passwordHash !== account.passwordHash) throw wrongPassword()
      await sessionRepository(sql).endAll(userId)
      await mailOutbox<Purpose>(sql).withdraw(userId)
      await accounts.remove(userId)
      await markDeleted(sql, userKey(userId))
      return announceDeletedUser(sql, userId)
    })
    // Their names leave the boards with the next version of these, not only with the event.
    await tipping.applyUser(state)
    log.info({ userId }, 'account deleted')
  }
