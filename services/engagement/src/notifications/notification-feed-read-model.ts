import { MAX_NOTIFICATIONS, type Notification, RACING_NOTIFICATIONS } from '@purple-sector/contracts/engagement/http'
import { type Database, prepared, type Transaction } from '@purple-sector/database'
import { type NotificationRow, notificationOf } from './notification-repository.ts'

export type Feed = { userId: string; weekendId: number }

/** SQL: notifications of the weekend and those without one, newest first, limited because trimming runs later. */
const NEWEST = `select * from notifications
  where user_id = :userId and (weekend_id = :weekendId or weekend_id is null) order by id desc limit ${MAX_NOTIFICATIONS}`

export const readFeed = async (sql: Database | Transaction, feed: Feed): Promise<Notification[]> => {
  const { rows } = await prepared<NotificationRow>(sql, 'notification-feed', NEWEST, feed)
  return rows.map(notificationOf)
}

type Unread = {
  count: number
  /** Creation time of the newest one about racing. */
  racedAt: Date | null
}

const UNREAD = `
select count(*)::integer as count, max(created_at) filter (where type = any(:racing::text[])) as "racedAt"
from (${NEWEST}) newest where read_at is null`

/** Counts unread notifications of the feed. */
export const countUnread = async (sql: Database | Transaction, feed: Feed): Promise<Unread> => {
  const request = { ...feed, racing: [...RACING_NOTIFICATIONS] }
  const { rows } = await prepared<Unread>(sql, 'unread-notifications', UNREAD, request)
  return rows[0] ?? { count: 0, racedAt: null }
}
