import { userSubject } from '@purple-sector/contracts/event'
import type { DeleteAccountBody } from '@purple-sector/contracts/identity/http'
import { lockSubject, type Transaction } from '@purple-sector/database'
import { mailOutbox } from '@purple-sector/mail'
import { markDeleted } from '@purple-sector/messaging'
import type { Caller } from '@purple-sector/service-kit'
import { badField, badRequest, conflict, unauthorized } from '@purple-sector/service-kit/errors'
import { ADMINISTRATORS } from '../administrators/bootstrap-administrator.ts'
import type { IdentityDependencies } from '../dependencies.ts'
import { sessionRepository } from '../sessions/session-repository.ts'
import type { Purpose } from '../tables.ts'
import type { UserState } from '../tipping-client.ts'
import { type Account, isAdministrator } from './account.ts'
import { accountRepository } from './account-repository.ts'
import { announceDeletedUser } from './announce-user.ts'
import { isConfirmedBy } from './deletion.ts'

type Deletion = { address: string; proof: DeleteAccountBody }

/** Not a 401, which would send the client to the sign-in page. */
const wrongPassword = () =>
  badRequest('WRONG_PASSWORD', 'Your password is wrong.', [{ path: 'password', message: 'is wrong' }])
const lastAdministrator = () =>
  conflict('LAST_ADMINISTRATOR', 'The first administrator’s account can’t be deleted, and neither can the last one’s.')

/** Checks the password like a sign-in of this browser; the user of an account without one confirms with its name. */
const checkProof = async (
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
  await limits.countAttempt(attempt)
  const isRight = await passwords.withSlot({ address, account: userId, isKnownBrowser: true }, ({ matches }) =>
    limits.guard(attempt, () => matches(account.passwordHash, proof.password)),
  )
  if (isRight) return
  log.info({ event: 'account.deletion_rejected', userId, address }, 'Account deletion rejected: wrong password')
  throw wrongPassword()
}

/**
 * Rejects the deletion of the first administrator, whom the next start would recreate, and of the last one, whom the
 * product needs.
 */
const assertNotRequired = async (sql: Transaction, { administrators }: IdentityDependencies, account: Account) => {
  if (!isAdministrator(account, administrators)) return
  await lockSubject(sql, 'exclusive', ADMINISTRATORS)
  const [first] = administrators
  const administratorAccounts = await accountRepository(sql).verifiedWithEmails([...administrators])
  if (account.email.toLowerCase() === first || administratorAccounts.every(({ id }) => id === account.id))
    throw lastAdministrator()
}

/**
 * Deletes the caller's account permanently.
 * Ends its sessions and deletes its known browsers, links, provider identities and search words with its row. Its
 * address and username are free at once. Only the id remains, marked and published as deleted.
 */
export const deleteAccount =
  (identity: IdentityDependencies) =>
  async (caller: Caller, deletion: Deletion): Promise<void> => {
    const { database, tipping, log } = identity
    const { userId } = caller
    const account = await accountRepository(database).find(userId)
    if (!account) throw unauthorized()
    await checkProof(identity, caller, account, deletion)
    const state: UserState = await database.transaction(async (sql) => {
      await assertNotRequired(sql, identity, account)
      const accounts = accountRepository(sql)
      const current = await accounts.selectForUpdate(userId)
      if (!current) throw unauthorized()
      if (current.passwordHash !== account.passwordHash) throw wrongPassword()
      await sessionRepository(sql).endAll(userId)
      await mailOutbox<Purpose>(sql).withdraw(userId)
      await accounts.remove(userId)
      await markDeleted(sql, userSubject(userId))
      return announceDeletedUser(sql, userId)
    })
    // The next version of each leaderboard then omits the name, without waiting for the event.
    await tipping.applyUser(state)
    log.info({ event: 'account.deleted', userId }, 'Account deleted')
  }
