import { userChanged } from '@purple-sector/contracts/identity/events'
import type { Transaction } from '@purple-sector/database'
import { outbox, type Republisher, republishes } from '@purple-sector/messaging'
import { type Account, type Administrators, stateOf } from './account.ts'
import { accountRepository } from './account-repository.ts'

const PAGE = 500

/** Tells the other services what a user now is. Call it last in the transaction: it locks the user's key. */
export const announceUser = (sql: Transaction, account: Account, administrators: Administrators) =>
  outbox(sql).append(userChanged, stateOf(account, administrators))

/** Every user as they are, for a service that starts from nothing. */
export const userRepublisher = (administrators: Administrators): Republisher =>
  republishes(userChanged, async (sql, cursor) => {
    const accounts = await accountRepository(sql).page(cursor, PAGE)
    return {
      states: accounts.map((account) => stateOf(account, administrators)),
      next: accounts.length < PAGE ? undefined : accounts.at(-1)?.id,
    }
  })
