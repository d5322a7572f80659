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
  namedUserId?: string
  /** The group it is about; it is deleted with the group. */
  groupId?: number | null
}

/** Creates notifications whose cause is new, in one round trip; they are published after the commit. */
export const notify = async (sql: Transaction, notifications: readonly NewNotification[]): Promise<void> => {
  if (notifications.length === 0) return
  const rows = notifications.map(({ userId, weekendId, namedUserId, groupId, ...rest }) => ({
    ...{ user_id: userId, weekend_id: weekendId, named_user_id: namedUserId, group_id: groupId },
    ...rest,
  }))
  await sql.raw(
    `insert into notifications (user_id, weekend_id, type, title, message, link, cause, named_user_id, group_id)
     select user_id, weekend_id, type, title, message, link, cause, named_user_id, group_id
     from json_to_recordset(?::json) as notification (user_id text, weekend_id integer, type text, title text, message text,
       link text, cause text, named_user_id text, group_id integer)
     on conflict (user_id, cause) do nothing`,
    [JSON.stringify(rows)],
  )
  wakeAfterCommit(sql, 'tasks')
}

/** Recipients of a notification: SQL that returns `user_id` and `link`, one row per user, and its bindings. */
type Recipients = { text: string; bindings: Record<string, unknown> }

/** Recipients with a tip in the open competition or as a member of a group; the link leads to the page of the tip. */
const tippersWhere = (condition: string, bindings: Recipients['bindings']): Recipients => ({
  text: `select t.user_id, case when bool_or(t.group_id is null) then '/tipping' else '/groups' end as link
    from tips t left join memberships m on m.group_id = t.group_id and m.user_id = t.user_id
    where ${condition} and (t.group_id is null or m.user_id is not null) group by t.user_id`,
  bindings,
})

/** Recipients who tipped a car. */
export const tippersOfCar = (carId: number): Recipients => tippersWhere('t.car_id = :carId', { carId })

/** Recipients with a tip in a category of a weekend. */
export const tippersOfCategory = (weekendId: number, categoryId: number): Recipients =>
  tippersWhere('t.weekend_id = :weekendId and t.category_id = :categoryId', { weekendId, categoryId })

/** Recipients who are members of a group, except one. */
export const membersExcept = (userId: string, groupId: number): Recipients => ({
  text: `select user_id, '/groups' as link from memberships where group_id = :groupId and user_id <> :userId`,
  bindings: { groupId, userId },
})

/** SQL condition: the account of this user is not deleted. */
export const HAS_ACCOUNT = (userId: string): string =>
  `not exists (select from deleted_subjects where subject = 'user/' || ${userId})`

/** Recipients by id; deleted accounts, which stay on leaderboards, get none. */
export const recipientsOf = (userIds: readonly string[], link: string): Recipients => ({
  text: `select distinct user_id, :link::text as link from unnest(:userIds::text[]) as recipient (user_id)
    where ${HAS_ACCOUNT('user_id')}`,
  bindings: { userIds, link },
})

/**
 * Notifies all recipients in one statement, once per cause.
 *
 * With `renotify`, recipients who already have a notification of the cause get it again with the new text, if that differs.
 */
export const notifyMany = async (
  sql: Transaction,
  { text, bindings }: Recipients,
  notification: Omit<NewNotification, 'userId' | 'link' | 'namedUserId'>,
  { renotify = false }: { renotify?: boolean } = {},
): Promise<void> => {
  const { weekendId, type, title, message, cause, groupId = null } = notification
  const onConflict = renotify
    ? `update set title = excluded.title, message = excluded.message, link = excluded.link, created_at = now(),
         read_at = null, seen_at = null, published_at = null where notifications.message <> excluded.message`
    : 'nothing'
  await sql.raw(
    `insert into notifications (user_id, weekend_id, type, title, message, link, cause, group_id)
     select user_id, :notificationWeekendId::integer, :type, :title, :message, link, :cause, :notificationGroupId::integer from (${text}) recipients
     on conflict (user_id, cause) do ${onConflict}`,
    { ...bindings, notificationWeekendId: weekendId, type, title, message, cause, notificationGroupId: groupId },
  )
  wakeAfterCommit(sql, 'tasks')
}
