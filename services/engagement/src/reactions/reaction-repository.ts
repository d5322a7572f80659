import type { Reaction, ReactionSubject } from '@purple-sector/contracts/engagement/http'
import { lockSubject, prepared, type Transaction } from '@purple-sector/database'

type Given = {
  subject: ReactionSubject
  userId: string
  reaction: Reaction
  weekendId: number
  groupId: number | null
}

const TOGGLE = `
with taken as (
  delete from reactions where subject_type = :type::text and subject_id = :id::integer and user_id = :userId::text
    and reaction = :reaction::text returning 1
), given as (
  insert into reactions (subject_type, subject_id, user_id, reaction, weekend_id, group_id, created_at)
  select :type, :id, :userId, :reaction, :weekendId::integer, :groupId::integer, clock_timestamp()
  where not exists (select from taken)
  returning created_at
), counted as (
  insert into reaction_changes (subject_type, subject_id, weekend_id, group_id, reaction, given)
  values (:type, :id, :weekendId, :groupId, :reaction, case when exists (select from taken) then -1 else 1 end)
)
select created_at as "createdAt" from given`

/** Gives a reaction, or takes it back where it was given; answers when it was given now. */
export const toggleReaction = async (
  sql: Transaction,
  { subject: { type, id }, userId, reaction, weekendId, groupId }: Given,
): Promise<Date | undefined> => {
  // Two clicks at the same moment come one after the other.
  await lockSubject(sql, 'exclusive', `reactions-of/${userId}`)
  const bindings = { type, id, userId, reaction, weekendId, groupId }
  const { rows } = await prepared<{ createdAt: Date }>(sql, 'toggle-reaction', TOGGLE, bindings)
  return rows[0]?.createdAt
}

/**
 * With a result or a message go its reactions; whoever calls it holds the subject alone. The changes go before the counts:
 * who is just counting them has then finished.
 */
export const removeReactions = async (sql: Transaction, { type, id }: ReactionSubject): Promise<void> => {
  for (const rows of ['reactions', 'reaction_changes', 'reaction_counts'])
    await sql(rows).where({ subject_type: type, subject_id: id }).delete()
}
