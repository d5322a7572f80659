import { userSubject, weekendSubject } from '@purple-sector/contracts/event'
import { groupChanged, membershipChanged, membershipSubject } from '@purple-sector/contracts/groups/events'
import type { Membership } from '@purple-sector/contracts/groups/internal'
import { type Database, lockSubject, prepared, type Transaction, table } from '@purple-sector/database'
import { knownSequences, lockAllAndCheckDeleted, lockAndCheckDeleted, markDeleted, on } from '@purple-sector/messaging'
import { pendingRoomRemovals } from '../rooms/pending-room-removal-repository.ts'

export const groups = table<{
  id: number
  weekend_id: number | null
  all_season: boolean
  creator_id: string
  name: string
}>('groups')
export const memberships = table<{
  group_id: number
  user_id: string
  joined_at: string
  joined_after_message_id: number
}>('memberships')

const subjectOf = (groupId: number): string => `group/${groupId}`

/** The weekend with which a membership ends; none of a season group. */
const endsWith = ({ weekendId, allSeason = false }: { weekendId: number | null; allSeason?: boolean }): string[] =>
  weekendId === null || allSeason ? [] : [weekendSubject(weekendId)]

export const isMember = async (sql: Database | Transaction, groupId: number, userId: string): Promise<boolean> =>
  (await memberships(sql).where({ group_id: groupId, user_id: userId }).first('user_id')) !== undefined

export const isGroupKnown = async (sql: Database | Transaction, groupId: number): Promise<boolean> =>
  (await groups(sql).where({ id: groupId }).first('id')) !== undefined

/** Whether the user is the group's admin, which is its founder. */
export const isGroupAdmin = async (sql: Database | Transaction, groupId: number, userId: string): Promise<boolean> =>
  (await groups(sql).where({ id: groupId, creator_id: userId }).first('id')) !== undefined

/** Returns the users who are members, and locks their memberships until the transaction ends. */
export const lockMembers = async (
  sql: Transaction,
  groupId: number,
  userIds: readonly string[],
): Promise<ReadonlySet<string>> => {
  const { rows } = await prepared<{ user_id: string }>(
    sql,
    'lock-members',
    'select user_id from memberships where group_id = :groupId and user_id = any(:userIds::text[]) for share',
    { groupId, userIds },
  )
  return new Set(rows.map(({ user_id }) => user_id))
}

/**
 * Returns the users whose membership the groups service confirmed, unless a newer event of it was handled since.
 *
 * Locks the memberships, so that their events wait until the transaction ends.
 */
export const findVerifiedMembers = async (
  sql: Transaction,
  verifiedMemberships: readonly Membership[],
): Promise<ReadonlySet<string>> => {
  if (verifiedMemberships.length === 0) return new Set()
  const deletedWeekends = await lockAllAndCheckDeleted(sql, 'shared', verifiedMemberships.flatMap(endsWith))
  await lockSubject(sql, 'shared', ...verifiedMemberships.map(membershipSubject))
  const knownSequence = await knownSequences(
    sql,
    'chat',
    membershipChanged.type,
    verifiedMemberships.map(membershipSubject),
  )
  const stillMembers = verifiedMemberships.filter(
    (membership) =>
      !endsWith(membership).some((weekend) => deletedWeekends.has(weekend)) &&
      membership.sequence > knownSequence(membershipSubject(membership)),
  )
  return new Set(stillMembers.map(({ userId }) => userId))
}

/** Projects a group; deletes its memberships with it, while a task removes its messages. */
export const onGroupChanged = on(groupChanged, async ({ data: group, subject }, sql) => {
  const { id, name, weekendId: weekend_id, allSeason: all_season, creatorId: creator_id } = group
  if (group.deleted) {
    await markDeleted(sql, subject)
    await groups(sql).where({ id }).delete()
    await memberships(sql).where({ group_id: id }).delete()
    await pendingRoomRemovals(sql).add({ type: 'group', id })
    return
  }
  const { isDeleted } = await lockAndCheckDeleted(sql, 'shared', subject)
  if (isDeleted) return
  await groups(sql).insert({ id, name, weekend_id, all_season, creator_id }).onConflict('id').merge()
})

/**
 * Projects memberships, pending ones included: they may read and write too (docs/rules.md, Groups).
 *
 * A concurrent write commits before the membership ends, or is rejected. Messages from before the membership are not unread.
 */
export const onMembershipChanged = on(membershipChanged, async ({ data: membership, subject }, sql) => {
  const { groupId: group_id, userId: user_id, joinedAt: joined_at, deleted } = membership
  const deletedSubjects = await lockAllAndCheckDeleted(sql, 'shared', [
    subjectOf(group_id),
    userSubject(user_id),
    ...endsWith(membership),
  ])
  if (deletedSubjects.size > 0) return
  await lockSubject(sql, 'exclusive', subject)
  if (deleted) {
    await memberships(sql).where({ group_id, user_id }).delete()
    return
  }
  await sql.raw(
    `insert into memberships (group_id, user_id, joined_at, joined_after_message_id)
     values (:group_id, :user_id, :joined_at, coalesce((
       select id from messages where room_type = 'group' and room_id = :group_id and created_at <= :joined_at
       order by id desc limit 1), 0))
     on conflict (group_id, user_id) do update
       set joined_at = excluded.joined_at, joined_after_message_id = excluded.joined_after_message_id
       where memberships.joined_at <> excluded.joined_at`,
    { group_id, user_id, joined_at },
  )
})
