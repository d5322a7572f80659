import { notificationsRead } from '@purple-sector/contracts/engagement/events'
import type { Transaction } from '@purple-sector/database'
import { entry, outbox } from '@purple-sector/messaging'
import { notifications } from './notification-repository.ts'

const publishDeletion = async (sql: Transaction, deletedRows: readonly { user_id: string }[]): Promise<void> => {
  const recipients = [...new Set(deletedRows.map(({ user_id }) => user_id))]
  const entries = recipients.map((userId) => entry(notificationsRead, { userId, weekendId: null, count: null }))
  if (entries.length > 0) await outbox(sql).appendMany(entries)
}

/** Deletes notifications that name a user whose account was deleted, and publishes changed counts to their recipients. */
export const deleteNotificationsNaming = async (sql: Transaction, userId: string): Promise<void> =>
  publishDeletion(sql, await notifications(sql).where({ named_user_id: userId }).delete().returning('user_id'))

/** Deletes notifications about a deleted group, and publishes changed counts to their recipients. */
export const deleteNotificationsOfGroup = async (sql: Transaction, groupId: number): Promise<void> =>
  publishDeletion(sql, await notifications(sql).where({ group_id: groupId }).delete().returning('user_id'))
