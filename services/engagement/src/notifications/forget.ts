import { notificationsRead } from '@purple-sector/contracts/engagement/events'
import type { Transaction } from '@purple-sector/database'
import { entry, outbox } from '@purple-sector/messaging'
import { notifications } from './notification-table.ts'

const tellReaders = async (sql: Transaction, gone: readonly { user_id: string }[]): Promise<void> => {
  const readers = [...new Set(gone.map(({ user_id }) => user_id))]
  const told = readers.map((userId) => entry(notificationsRead, { userId, weekendId: null, count: null }))
  if (told.length > 0) await outbox(sql).appendMany(told)
}

/** Takes away what tells others the name of somebody whose account is gone, and says that they have less to read. */
export const forgetNamed = async (sql: Transaction, userId: string): Promise<void> =>
  tellReaders(sql, await notifications(sql).where({ names_user_id: userId }).delete().returning('user_id'))

/** The same of what tells of a group that is gone. */
export const forgetGroup = async (sql: Transaction, groupId: number): Promise<void> =>
  tellReaders(sql, await notifications(sql).where({ group_id: groupId }).delete().returning('user_id'))
