import { type Transaction, wakeAfterCommit } from '@purple-sector/database'
import type { NewNotification } from './notify-sql.ts'

/** Recipients of a notification: SQL that returns `user_id` and `link`, one row per user, and its bindings. */
export type Recipients = { text: string; bindings: Record<string, unknown> }

/** Recipients with a tip in the open competition or as a member of a group; the link leads to the page of the tip. */
export const tippersWhere = (condition: string, bindings: Recipients['bindings']): Recipients => ({
  text: `select t.user_id, case when bool_or(t.group_id is null) then '/tipping' else '/groups' end as link
    from tips t left join memberships m on m.group_id = t.group_id and m.user_id = t.user_id
    where ${condition} and (t.group_id is null or m.user_id is not null) group by t.user_id`,
  bindings,
})

/** Recipients who are members of a group, except one. */
export const membersExcept = (userId: string, groupId: number): Recipients => ({
  text: `select user_id, '/groups' as link from memberships where group_id = :groupId and user_id <> :userId`,
  bindings: { groupId, userId },
})

/** Recipients by id. */
export const recipientsOf = (userIds: readonly string[], link: string): Recipients => ({
  text: 'select distinct user_id, :link::text as link from unnest(:userIds::text[]) as recipient (user_id)',
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
  notification: Omit<NewNotification, 'userId' | 'link' | 'namesUserId'>,
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
