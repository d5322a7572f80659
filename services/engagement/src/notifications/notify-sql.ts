import type { NotificationType } from '@purple-sector/contracts/engagement/http'
import { type Transaction, wakeAfterCommit } from '@purple-sector/database'

/** A notification to create; a user gets at most one per `cause`. */
export type NewNotification = {
  userId: string
  weekendId: number | null
  type: NotificationType
  title: string
  message: string
  /** A path of the app. */
  link: string | null
  cause: string
  /** The user it names; it is deleted with their account. */
  namesUserId?: string
  /** The group it is about; it is deleted with the group. */
  groupId?: number | null
}

/** Creates notifications whose cause is new, in one round trip; they are published after the commit. */
export const notify = async (sql: Transaction, notifications: readonly NewNotification[]): Promise<void> => {
  if (notifications.length === 0) return
  const rows = notifications.map(({ userId, weekendId, namesUserId, groupId, ...rest }) => ({
    ...{ user_id: userId, weekend_id: weekendId, names_user_id: namesUserId, group_id: groupId },
    ...rest,
  }))
  await sql.raw(
    `insert into notifications (user_id, weekend_id, type, title, message, link, cause, names_user_id, group_id)
     select user_id, weekend_id, type, title, message, link, cause, names_user_id, group_id
     from json_to_recordset(?::json) as notification (user_id text, weekend_id integer, type text, title text, message text,
       link text, cause text, names_user_id text, group_id integer)
     on conflict (user_id, cause) do nothing`,
    [JSON.stringify(rows)],
  )
  wakeAfterCommit(sql, 'tasks')
}
