import type { NotificationType } from '@purple-sector/contracts/engagement/http'
import { type Transaction, wakeAfterCommit } from '@purple-sector/database'

/** What somebody is to be told. The same `cause` tells them once, however often it is heard of. */
export type News = {
  userId: string
  weekendId: number | null
  type: NotificationType
  title: string
  message: string
  /** A path of the app. */
  link: string | null
  cause: string
  /** Whose name it tells: it goes with their account. */
  namesUserId?: string
  /** Of which group it tells: it goes with the group. */
  groupId?: number | null
}

/** Makes notifications of what has no such cause yet; they are told after the commit. One round trip. */
export const notify = async (sql: Transaction, news: readonly News[]): Promise<void> => {
  if (news.length === 0) return
  const rows = news.map(({ userId, weekendId, namesUserId, groupId, ...rest }) => ({
    ...{ user_id: userId, weekend_id: weekendId, names_user_id: namesUserId, group_id: groupId },
    ...rest,
  }))
  await sql.raw(
    `insert into notifications (user_id, weekend_id, type, title, message, link, cause, names_user_id, group_id)
     select user_id, weekend_id, type, title, message, link, cause, names_user_id, group_id
     from json_to_recordset(?::json) as news (user_id text, weekend_id integer, type text, title text, message text,
       link text, cause text, names_user_id text, group_id integer)
     on conflict (user_id, cause) do nothing`,
    [JSON.stringify(rows)],
  )
  wakeAfterCommit(sql, 'tasks')
}
