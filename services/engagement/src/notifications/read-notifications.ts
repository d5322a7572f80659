import { notificationsRead } from '@purple-sector/contracts/engagement/events'
import type { Notification } from '@purple-sector/contracts/engagement/http'
import { type Database, lockSubject, type Transaction } from '@purple-sector/database'
import { outbox } from '@purple-sector/messaging'
import type { Caller } from '@purple-sector/service-kit'
import { notFound } from '@purple-sector/service-kit/errors'
import { notificationOf } from './notification.ts'
import { countUnread } from './notification-feed-read-model.ts'
import { notifications } from './notification-repository.ts'

type Dependencies = { database: Database }

const noSuchNotification = () => notFound('NOTIFICATION_NOT_FOUND', 'There’s no such notification.')

/** Locks the feed of a user, so that counts of concurrent reads are published in order. */
const lockFeed = (sql: Transaction, userId: string) => lockSubject(sql, 'exclusive', `notifications-of/${userId}`)

/** Publishes the unread count; null for a notification without a weekend, which counts in all of them. */
const publishRead = async (sql: Transaction, userId: string, weekendId: number | null): Promise<void> => {
  const count = weekendId === null ? null : (await countUnread(sql, { userId, weekendId })).count
  await outbox(sql).append(notificationsRead, { userId, weekendId, count })
}

/** Marks a notification of the caller as read; idempotent. */
export const readNotification =
  ({ database }: Dependencies) =>
  ({ userId }: Caller, id: number): Promise<Notification> =>
    database.transaction(async (sql) => {
      await lockFeed(sql, userId)
      const row = await notifications(sql).where({ id, user_id: userId }).first()
      if (!row) throw noSuchNotification()
      if (row.read_at !== null) return notificationOf(row)
      const read_at = new Date()
      await notifications(sql).where({ id }).update({ read_at })
      await publishRead(sql, userId, row.weekend_id)
      return notificationOf({ ...row, read_at })
    })

/** Marks all notifications of the weekend and those without one as read. */
export const readAllNotifications =
  ({ database }: Dependencies) =>
  ({ userId }: Caller, weekendId: number): Promise<{ count: number }> =>
    database.transaction(async (sql) => {
      await lockFeed(sql, userId)
      const readRows = await notifications(sql)
        .where({ user_id: userId, read_at: null })
        .where((query) => query.where({ weekend_id: weekendId }).orWhereNull('weekend_id'))
        .update({ read_at: new Date() })
        .returning('weekend_id')
      if (readRows.length > 0) {
        const hasNoWeekend = readRows.some(({ weekend_id }) => weekend_id === null)
        await publishRead(sql, userId, hasNoWeekend ? null : weekendId)
      }
      return { count: 0 }
    })

/** Records which notifications an open, visible screen of the caller has shown. */
export const markNotificationsSeen =
  ({ database }: Dependencies) =>
  async ({ userId }: Caller, ids: readonly number[]): Promise<void> => {
    await notifications(database)
      .whereIn('id', [...ids])
      .where({ user_id: userId, seen_at: null })
      .update({ seen_at: new Date() })
  }
