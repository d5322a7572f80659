import { notificationsRead } from '@purple-sector/contracts/engagement/events'
import type { Notification } from '@purple-sector/contracts/engagement/http'
import { type Database, lockSubject, type Transaction } from '@purple-sector/database'
import { outbox } from '@purple-sector/messaging'
import type { Caller } from '@purple-sector/service-kit'
import { notFound } from '@purple-sector/service-kit/errors'
import { countUnread } from './feed.ts'
import { notificationOf } from './notification.ts'
import { notifications } from './notification-table.ts'

type Dependencies = { database: Database }

const noSuchNotification = () => notFound('NOTIFICATION_NOT_FOUND', 'There’s no such notification.')

/** Who reads several at once has them counted one after another: the last count told is the one that holds. */
const holdFeed = (sql: Transaction, userId: string) => lockSubject(sql, 'exclusive', `notifications-of/${userId}`)

/** One without a weekend counts in all of them. */
const tellRead = async (sql: Transaction, userId: string, weekendId: number | null): Promise<void> => {
  const count = weekendId === null ? null : (await countUnread(sql, { userId, weekendId })).count
  await outbox(sql).append(notificationsRead, { userId, weekendId, count })
}

/** Marks one of the caller's as read; again changes nothing. */
export const readNotification =
  ({ database }: Dependencies) =>
  ({ userId }: Caller, id: number): Promise<Notification> =>
    database.transaction(async (sql) => {
      await holdFeed(sql, userId)
      const row = await notifications(sql).where({ id, user_id: userId }).first()
      if (!row) throw noSuchNotification()
      if (row.read_at !== null) return notificationOf(row)
      const read_at = new Date()
      await notifications(sql).where({ id }).update({ read_at })
      await tellRead(sql, userId, row.weekend_id)
      return notificationOf({ ...row, read_at })
    })

/** Marks those of the weekend, and those without one, as read. */
export const readAllNotifications =
  ({ database }: Dependencies) =>
  ({ userId }: Caller, weekendId: number): Promise<{ count: number }> =>
    database.transaction(async (sql) => {
      await holdFeed(sql, userId)
      const read = await notifications(sql)
        .where({ user_id: userId, read_at: null })
        .where((of) => of.where({ weekend_id: weekendId }).orWhereNull('weekend_id'))
        .update({ read_at: new Date() })
        .returning('weekend_id')
      if (read.length > 0) {
        const isOfAll = read.some(({ weekend_id }) => weekend_id === null)
        await tellRead(sql, userId, isOfAll ? null : weekendId)
      }
      return { count: 0 }
    })

/** Notes what an open, visible screen of the caller has shown. */
export const seeNotifications =
  ({ database }: Dependencies) =>
  async ({ userId }: Caller, ids: readonly number[]): Promise<void> => {
    await notifications(database)
      .whereIn('id', [...ids])
      .where({ user_id: userId, seen_at: null })
      .update({ seen_at: new Date() })
  }
