import { userChanged } from '@purple-sector/contracts/identity/events'
import { type Republisher, republishes } from '@purple-sector/messaging'
import { type Administrators, stateOf } from './accounts/account.ts'
import { accountRepository } from './accounts/account-repository.ts'

const BATCH_SIZE = 500

/** Republishes all users; `administrators` are part of their state. */
export const republishers = (administrators: Administrators): Republisher[] => [
  republishes(userChanged, async (sql, cursor) => {
    const accounts = await accountRepository(sql).page(cursor, BATCH_SIZE)
    return {
      states: accounts.map((account) => stateOf(account, administrators)),
      next: accounts.length < BATCH_SIZE ? undefined : accounts.at(-1)?.id,
    }
  }),
]
