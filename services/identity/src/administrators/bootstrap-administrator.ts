import { randomUUID } from 'node:crypto'
import { lockSubject, type Transaction } from '@purple-sector/database'
import { AppError } from '@purple-sector/service-kit/errors'
import type { Account } from '../accounts/account.ts'
import { accountRepository } from '../accounts/account-repository.ts'
import { announceUser } from '../accounts/announce-user.ts'
import { oneTimeTokens } from '../accounts/one-time-token-repository.ts'
import type { IdentityDependencies } from '../dependencies.ts'
import { sessionRepository } from '../sessions/session-repository.ts'

/** Lock of every transaction that creates the first administrator or deletes an administrator. */
export const ADMINISTRATORS = 'bootstrap of the administrator'

type Outcome = 'created' | 'taken-over' | 'unchanged'

const owner = { address: 'the start', account: 'the first administrator' }

const takeOverAccount = async (
  sql: Transaction,
  { administrators }: IdentityDependencies,
  account: Account,
  passwordHash: string,
): Promise<void> => {
  const accounts = accountRepository(sql)
  await accounts.setPassword(account.id, passwordHash)
  await accounts.markVerified(account.id)
  await oneTimeTokens(sql).revoke(account.id, ['verify', 'reset'])
  await sessionRepository(sql).endAll(account.id)
  await announceUser(sql, { ...account, isVerified: true }, administrators)
}

const createOrTakeOver = async (identity: IdentityDependencies, email: string, password: string): Promise<Outcome> => {
  const { database, passwords, administrators } = identity
  const { foundAccount, isSamePassword, passwordHash } = await passwords.withSlot(owner, async ({ hash, matches }) => {
    const foundAccount = await accountRepository(database).findByEmail(email)
    const isSamePassword = foundAccount?.isVerified === true && (await matches(foundAccount.passwordHash, password))
    return { foundAccount, isSamePassword, passwordHash: await hash(password) }
  })
  return database.transaction(async (sql) => {
    await lockSubject(sql, 'exclusive', ADMINISTRATORS)
    const accounts = accountRepository(sql)
    const account = await accounts.selectByEmailForUpdate(email)
    if (!account) {
      const created = await accounts.create({ id: randomUUID(), email, isVerified: true, passwordHash })
      await announceUser(sql, created, administrators)
      return 'created'
    }
    if (isSamePassword && account.isVerified && account.passwordHash === foundAccount?.passwordHash) return 'unchanged'
    await takeOverAccount(sql, identity, account, passwordHash)
    return 'taken-over'
  })
}

/**
 * Creates the first administrator, or takes over the account with the address.
 * The password is set, the address verified and sessions revoked (docs/rules.md, People and roles). A restart with the
 * same password changes nothing.
 */
export const bootstrapAdministrator =
  (identity: IdentityDependencies) =>
  (email: string, password: string): Promise<Outcome> =>
    createOrTakeOver(identity, email, password).catch((error: unknown) => {
      // The address was registered concurrently: take over that account.
      if (error instanceof AppError && error.code === 'EMAIL_TAKEN') return createOrTakeOver(identity, email, password)
      throw error
    })
