import { randomUUID } from 'node:crypto'
import { lockSubject, type Transaction } from '@purple-sector/database'
import { AppError } from '@purple-sector/service-kit/errors'
import type { Account } from '../accounts/account.ts'
import { accountRepository } from '../accounts/account-repository.ts'
import { announceUser } from '../accounts/announce-user.ts'
import { oneTimeTokens } from '../accounts/one-time-tokens.ts'
import type { IdentityDependencies } from '../identity-dependencies.ts'
import { sessionRepository } from '../sessions/session-repository.ts'

/** Held by whoever makes the first administrator, or takes an administrator away. */
export const ADMINISTRATORS = 'bootstrap of the administrator'

type Outcome = 'created' | 'taken-over' | 'unchanged'

const line = { address: 'the start', account: 'the first administrator' }

const takeOver = async (
  sql: Transaction,
  { administrators }: IdentityDependencies,
  account: Account,
  passwordHash: string,
): Promise<void> => {
  const accounts = accountRepository(sql)
  await accounts.setPassword(account.id, passwordHash)
  await accounts.markVerified(account.id)
  await oneTimeTokens(sql).withdraw(account.id, ['verify', 'reset'])
  await sessionRepository(sql).endAll(account.id)
  await announceUser(sql, { ...account, isVerified: true }, administrators)
}

const prepare = async (identity: IdentityDependencies, email: string, password: string): Promise<Outcome> => {
  const { database, passwords, administrators } = identity
  const { looked, isSame, passwordHash } = await passwords.afterEarlierStarts(line, async ({ hash, matches }) => {
    const looked = await accountRepository(database).findByEmail(email)
    const isSame = looked?.isVerified === true && (await matches(looked.passwordHash, password))
    return { looked, isSame, passwordHash: await hash(password) }
  })
  return database.transaction(async (sql) => {
    await lockSubject(sql, 'exclusive', ADMINISTRATORS)
    const accounts = accountRepository(sql)
    const account = await accounts.holdByEmail(email)
    if (!account) {
      const created = await accounts.create({ id: randomUUID(), email, isVerified: true, passwordHash })
      await announceUser(sql, created, administrators)
      return 'created'
    }
    if (isSame && account.isVerified && account.passwordHash === looked?.passwordHash) return 'unchanged'
    await takeOver(sql, identity, account, passwordHash)
    return 'taken-over'
  })
}

/**
 * Makes the first administrator, or takes the account over that holds the address: password set, address verified,
 * sessions revoked (docs/rules.md, People and roles). A restart with the same password changes nothing.
 */
export const bootstrapAdministrator =
  (identity: IdentityDependencies) =>
  (email: string, password: string): Promise<Outcome> =>
    prepare(identity, email, password).catch((error: unknown) => {
      // Somebody registered the address at this very moment: now there is an account to take over.
      if (error instanceof AppError && error.code === 'EMAIL_TAKEN') return prepare(identity, email, password)
      throw error
    })
