import { userChanged } from '@purple-sector/contracts/identity/events'
import type { Transaction } from '@purple-sector/database'
import { outbox } from '@purple-sector/messaging'
import type { UserState } from '../tipping-client.ts'
import { type Account, type Administrators, deletedState, stateOf } from './account.ts'

const publishUser = async (sql: Transaction, data: UserState['data']): Promise<UserState> => {
  const { sequence = 0 } = await outbox(sql).append(userChanged, data)
  return { sequence, data }
}

/**
 * Publishes the present state of a user and returns it with its sequence.
 * Call it last in the transaction: it locks the user's event key.
 */
export const announceUser = (
  sql: Transaction,
  account: Account,
  administrators: Administrators,
  extra: Pick<UserState['data'], 'communityChanged'> = {},
): Promise<UserState> => publishUser(sql, { ...stateOf(account, administrators), ...extra })

/** Publishes the deletion of an account, with nothing but its id. */
export const announceDeletedUser = (sql: Transaction, userId: string): Promise<UserState> =>
  publishUser(sql, deletedState(userId))
