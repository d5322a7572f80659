import type { NotificationType } from '@purple-sector/contracts/engagement/http'
import { table } from '@purple-sector/database'

export type NotificationRow = {
  id: number
  user_id: string
  weekend_id: number | null
  type: NotificationType
  title: string
  message: string
  link: string | null
  cause: string
  created_at: Date
  read_at: Date | null
  seen_at: Date | null
  published_at: Date | null
  names_user_id: string | null
  group_id: number | null
}

export const notifications = table<NotificationRow>('notifications')
