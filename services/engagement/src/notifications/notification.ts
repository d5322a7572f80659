import type { Notification } from '@purple-sector/contracts/engagement/http'
import type { NotificationRow } from './notification-repository.ts'

/** Maps a row to the notification its recipient reads. */
export const notificationOf = (row: NotificationRow): Notification => ({
  id: row.id,
  weekendId: row.weekend_id,
  type: row.type,
  title: row.title,
  message: row.message,
  link: row.link,
  isRead: row.read_at !== null,
  createdAt: row.created_at.toISOString(),
})
