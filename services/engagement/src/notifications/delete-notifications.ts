import { notificationsRead } from '@purple-sector/contracts/engagement/events'
import type { Transaction } from '@purple-sector/database'
import { entry, outbox } from '@purple-sector/messaging'
import { notificationRepository } from './notification-repository.ts'

/** Publishes changed counts to the recipients of deleted notifications. */
export const publishDeletion = async (sql: Transaction, recipients: ReadonlySet<string>): Promise<void> => {
  const entries = [...recipients].map((userId) => entry(notificationsRead, { userId, weekendId: null, count: null }))
  if (entries.length > 0) await outbox(sql).appendMany(entries)
}

/** Deletes notifications that name a user whose account was deleted, and publishes changed counts to their recipients. */
export const deleteNotificationsNaming = async (sql: Transaction, userId: string): Promise<void> =>
  publishDeletion(sql, await notificationRepository(sql).deleteNaming(userId))

/** Deletes notifications about a deleted group, and publishes changed counts to their recipients. */
export const deleteNotificationsOfGroup = async (sql: Transaction, groupId: number): Promise<void> =>
  publishDeletion(sql, await notificationRepository(sql).deleteOfGroup(groupId))
