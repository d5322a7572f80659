import { userChanged } from '@purple-sector/contracts/identity/events'
import type { Transaction } from '@purple-sector/database'
import { outbox, type Republisher, republishes } from '@purple-sector/messaging'
import type { UserState } from '../tipping-client.ts'
import { type Account, type Administrators, deletedState, stateOf } from './account.ts'
import { accountRepository } from './account-repository.ts'

const PAGE = 500

const announce = async (sql: Transaction, data: UserState['data']): Promise<UserState> => {
  const { sequence = 0 } = await outbox(sql).append(userChanged, data)
  return { sequence, data }
}

/**
 * Tells the other services what a user now is, and answers the state as it was told. Call it last in the transaction:
 * it locks the user's key.
 */
export const announceUser = (
  sql: Transaction,
  account: Account,
  administrators: Administrators,
  told: Pick<UserState['data'], 'communityChanged'> = {},
): Promise<UserState> => announce(sql, { ...stateOf(account, administrators), ...told })

/** Tells them that an account is gone, with nothing of it but its id. */
export const announceDeletedUser = (sql: Transaction, userId: string): Promise<UserState> =>
  announce(sql, deletedState(userId))

/** Every user as they are, for a service that starts from nothing. */
export const userRepublisher = (administrators: Administrators): Republisher =>
  republishes(userChanged, async (sql, cursor) => {
    const accounts = await accountRepository(sql).page(cursor, PAGE)
    return {
      states: accounts.map((account) => stateOf(account, administrators)),
      next: accounts.length < PAGE ? undefined : accounts.at(-1)?.id,
    }
  })
