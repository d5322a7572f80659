import type { Reaction, ReactionSubject } from '@purple-sector/contracts/engagement/http'
import { lockSubject, prepared, type Transaction } from '@purple-sector/database'

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
  insert into reaction_changes (subject_type, subject_id, weekend_id, group_id, reaction, given)
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
