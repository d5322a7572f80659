import { randomUUID } from 'node:crypto'
import type { Transaction } from '@purple-sector/database'
import { AppError } from '@purple-sector/service-kit/errors'
import type { Account } from '../accounts/account.ts'
import { accountRepository } from '../accounts/account-repository.ts'
import { announceUser } from '../accounts/announce-user.ts'
import { oneTimeTokens } from '../accounts/one-time-tokens.ts'
import type { Identity } from '../identity.ts'
import { sessionRepository } from '../sessions/session-repository.ts'

type Outcome = 'created' | 'taken-over' | 'unchanged'

const takeOver = async (
  sql: Transaction,
  { passwords, administrators }: Identity,
  account: Account,
  password: string,
) => {
  const accounts = accountRepository(sql)
  await accounts.setPassword(account.id, await passwords.hash(password))
  await accounts.markVerified(account.id)
  await oneTimeTokens(sql).withdraw(account.id, ['verify', 'reset'])
  await sessionRepository(sql).endAll(account.id)
  await announceUser(sql, { ...account, isVerified: true }, administrators)
}

const prepare = (identity: Identity, email: string, password: string): Promise<Outcome> =>
  identity.database.transaction(async (sql) => {
    await sql.raw(`select pg_advisory_xact_lock(hashtextextended('bootstrap of the administrator', 0))`)
    const accounts = accountRepository(sql)
    const account = await accounts.holdByEmail(email)
    if (!account) {
      const passwordHash = await identity.passwords.hash(password)
      const created = await accounts.create({ id: randomUUID(), email, isVerified: true, passwordHash })
      await announceUser(sql, created, identity.administrators)
      return 'created'
    }
    const isReady = account.isVerified && (await identity.passwords.matches(account.passwordHash, password))
    if (isReady) return 'unchanged'
    await takeOver(sql, identity, account, password)
    return 'taken-over'
  })

/**
 * Makes the first administrator, or takes the account over that holds the address: password set, address verified,
 * sessions revoked (rules, People and roles). A restart with the same password changes nothing.
 */
export const bootstrapAdministrator =
  (identity: Identity) =>
  (email: string, password: string): Promise<Outcome> =>
    prepare(identity, email, password).catch((error: unknown) => {
      // Somebody registered the address at this very moment: now there is an account to take over.
      if (error instanceof AppError && error.code === 'EMAIL_TAKEN') return prepare(identity, email, password)
      throw error
    })
