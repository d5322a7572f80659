import { notificationsRead } from '@purple-sector/contracts/engagement/events'
import type { Notification } from '@purple-sector/contracts/engagement/http'
import { type Database, lockSubject, type Transaction } from '@purple-sector/database'
import { outbox } from '@purple-sector/messaging'
import type { Caller } from '@purple-sector/service-kit'
import { notFound } from '@purple-sector/service-kit/errors'
import { countUnread } from './notification-feed-read-model.ts'
import { notificationRepository } from './notification-repository.ts'

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
      const notifications = notificationRepository(sql)
      const notification = await notifications.find(userId, id)
      if (!notification) throw noSuchNotification()
      if (notification.isRead) return notification
      await notifications.markRead(id)
      await publishRead(sql, userId, notification.weekendId)
      return { ...notification, isRead: true }
    })

/** Marks all notifications of the weekend and those without one as read. */
export const readAllNotifications =
  ({ database }: Dependencies) =>
  ({ userId }: Caller, weekendId: number): Promise<{ count: number }> =>
    database.transaction(async (sql) => {
      await lockFeed(sql, userId)
      const weekendIds = await notificationRepository(sql).markAllRead(userId, weekendId)
      if (weekendIds.length > 0) await publishRead(sql, userId, weekendIds.includes(null) ? null : weekendId)
      return { count: 0 }
    })

/** Records which notifications an open, visible screen of the caller has shown. */
export const markNotificationsSeen =
  ({ database }: Dependencies) =>
  ({ userId }: Caller, ids: readonly number[]): Promise<void> =>
    notificationRepository(database).markSeen(userId, ids)
