import type { reactionsCounted } from '@purple-sector/contracts/engagement/events'
import { REACTIONS, type Reaction, type ReactionSubject } from '@purple-sector/contracts/engagement/http'
import { lockSubject, prepared, type Transaction } from '@purple-sector/database'
import type { z } from 'zod'
import { COUNTS_OBJECT } from './reaction-read-model.ts'

type ToggledReaction = {
  subject: ReactionSubject
  userId: string
  reaction: Reaction
  weekendId: number
  groupId: number | null
}

const TOGGLE = `
with removed as (
  delete from reactions where subject_type = :type::text and subject_id = :id::integer and user_id = :userId::text
    and reaction = :reaction::text returning 1
), added as (
  insert into reactions (subject_type, subject_id, user_id, reaction, weekend_id, group_id, created_at)
  select :type, :id, :userId, :reaction, :weekendId::integer, :groupId::integer, clock_timestamp()
  where not exists (select from removed)
  returning created_at
), counted as (
  insert into reaction_changes (subject_type, subject_id, weekend_id, group_id, reaction, delta)
  values (:type, :id, :weekendId, :groupId, :reaction, case when exists (select from removed) then -1 else 1 end)
)
select created_at as "createdAt" from added`

/** Toggles a reaction; returns its time if it was added, undefined if it was removed. */
export const toggleReaction = async (
  sql: Transaction,
  { subject: { type, id }, userId, reaction, weekendId, groupId }: ToggledReaction,
): Promise<Date | undefined> => {
  // Serialize concurrent clicks.
  await lockSubject(sql, 'exclusive', `reactions-of/${userId}`)
  const bindings = { type, id, userId, reaction, weekendId, groupId }
  const { rows } = await prepared<{ createdAt: Date }>(sql, 'toggle-reaction', TOGGLE, bindings)
  return rows[0]?.createdAt
}

/**
 * Removes all reactions to a subject; the caller holds the exclusive lock on it.
 *
 * Changes are deleted before counts, so that a concurrent count has finished.
 */
export const removeReactions = async (sql: Transaction, { type, id }: ReactionSubject): Promise<void> => {
  for (const rows of ['reactions', 'reaction_changes', 'reaction_counts'])
    await sql(rows).where({ subject_type: type, subject_id: id }).delete()
}

const SUBTRACT = `
insert into reaction_changes (subject_type, subject_id, weekend_id, group_id, reaction, delta)
select subject_type, subject_id, weekend_id, group_id, reaction, -1 from reactions where user_id = :userId`

/** Subtracts the reactions of a user from the counts. */
export const subtractReactionsOf = async (sql: Transaction, userId: string): Promise<void> => {
  await sql.raw(SUBTRACT, { userId })
}

/** Subjects that are counted at once. */
export const COUNT_BATCH_SIZE = 500

/** SQL: whether reactions are to be counted. */
export const UNCOUNTED_REACTIONS = 'select from reaction_changes'

/** SQL: counts changes of subjects not published within the last second; transactions in flight come next time. */
const COUNT = `
with due as (
  select distinct c.subject_type, c.subject_id from reaction_changes c
  where not exists (
    select from reaction_counts k where (k.subject_type, k.subject_id) = (c.subject_type, c.subject_id)
      and k.published_at > clock_timestamp() - interval '0.9 seconds'
  )
  order by 1, 2 limit ${COUNT_BATCH_SIZE}
), changes as (
  delete from reaction_changes c using due
  where (c.subject_type, c.subject_id) = (due.subject_type, due.subject_id) returning c.*
), c as (
  insert into reaction_counts as k (subject_type, subject_id, weekend_id, group_id, published_at, ${REACTIONS.join(', ')})
  select subject_type, subject_id, min(weekend_id), min(group_id), clock_timestamp(),
    ${REACTIONS.map((each) => `coalesce(sum(delta) filter (where reaction = '${each}'), 0)`).join(', ')}
  from changes group by subject_type, subject_id order by 1, 2
  on conflict (subject_type, subject_id) do update set published_at = excluded.published_at,
    ${REACTIONS.map((each) => `${each} = k.${each} + excluded.${each}`).join(', ')}
  returning *
)
select weekend_id as "weekendId", group_id as "groupId",
  json_build_object('type', subject_type, 'id', subject_id) as subject, ${COUNTS_OBJECT} as counts from c`

type ReactionCount = z.infer<typeof reactionsCounted.data>

/** Counts changes of a batch of subjects; returns their counts. */
export const countReactions = async (sql: Transaction): Promise<ReactionCount[]> => {
  const { rows } = await sql.raw<{ rows: ReactionCount[] }>(COUNT)
  return rows
}
