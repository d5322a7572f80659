import { type Transaction, wakeAfterCommit } from '@purple-sector/database'
import type { News } from './notify.ts'

/** Whom something concerns: SQL that answers `user_id` and `link` of each once, and its bindings. */
export type Everybody = { text: string; bindings: Record<string, unknown> }

/** Who has a tip, in the open competition or as a member of a group; the link leads to where it was handed in. */
export const tippersWhere = (condition: string, bindings: Everybody['bindings']): Everybody => ({
  text: `select t.user_id, case when bool_or(t.group_id is null) then '/tipping' else '/groups' end as link
    from tips t left join memberships m on m.group_id = t.group_id and m.user_id = t.user_id
    where ${condition} and (t.group_id is null or m.user_id is not null) group by t.user_id`,
  bindings,
})

/** Who is a member of a group, but one of them. */
export const membersBut = (userId: string, groupId: number): Everybody => ({
  text: `select user_id, '/groups' as link from memberships where group_id = :groupId and user_id <> :userId`,
  bindings: { groupId, userId },
})

/** These people. */
export const people = (userIds: readonly string[], link: string): Everybody => ({
  text: 'select distinct user_id, :to::text as link from unnest(:userIds::text[]) as someone (user_id)',
  bindings: { userIds, to: link },
})

/**
 * Tells the same to everybody whom it concerns, in one statement. `again` says it once more, in the words of now, to whom
 * was told before of the same cause.
 */
export const notifyEverybody = async (
  sql: Transaction,
  { text, bindings }: Everybody,
  news: Omit<News, 'userId' | 'link' | 'namesUserId'>,
  { again = false }: { again?: boolean } = {},
): Promise<void> => {
  const { weekendId, type, title, message, cause, groupId = null } = news
  const onConflict = again
    ? `update set title = excluded.title, message = excluded.message, link = excluded.link, created_at = now(),
         read_at = null, seen_at = null, told_at = null where notifications.message <> excluded.message`
    : 'nothing'
  await sql.raw(
    `insert into notifications (user_id, weekend_id, type, title, message, link, cause, group_id)
     select user_id, :newsOf::integer, :type, :title, :message, link, :cause, :ofGroup::integer from (${text}) everybody
     on conflict (user_id, cause) do ${onConflict}`,
    { ...bindings, newsOf: weekendId, type, title, message, cause, ofGroup: groupId },
  )
  wakeAfterCommit(sql, 'tasks')
}
