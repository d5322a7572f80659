import { MOST_NOTIFICATIONS, type Notification } from '@purple-sector/contracts/engagement/http'
import { type Database, prepared, type Transaction } from '@purple-sector/database'
import { notificationOf } from './notification.ts'
import type { NotificationRow } from './notification-table.ts'

export type Feed = { userId: string; weekendId: number }

/** Of the weekend and without one, the newest first. More than are kept are there until a task has trimmed them. */
const NEWEST = `select * from notifications
  where user_id = :userId and (weekend_id = :weekendId or weekend_id is null) order by id desc limit ${MOST_NOTIFICATIONS}`

export const readFeed = async (sql: Database | Transaction, feed: Feed): Promise<Notification[]> => {
  const { rows } = await prepared<NotificationRow>(sql, 'notification-feed', NEWEST, feed)
  return rows.map(notificationOf)
}

/** How many of them are unread. */
export const countUnread = async (sql: Database | Transaction, feed: Feed): Promise<number> => {
  const text = `select count(*) filter (where read_at is null)::integer as count from (${NEWEST}) newest`
  const { rows } = await prepared<{ count: number }>(sql, 'unread-notifications', text, feed)
  return rows[0]?.count ?? 0
}
