import { groupChanged, membershipChanged } from '@purple-sector/contracts/groups/events'
import { type Transaction, table } from '@purple-sector/database'
import { holdSubject, isDeleted, markDeleted, on } from '@purple-sector/messaging'

export const groups = table<{ id: number; weekend_id: number; creator_id: string }>('groups')
export const memberships = table<{ group_id: number; user_id: string; joined_at: string }>('memberships')

const subjectOf = (groupId: number): string => `group/${groupId}`

/** Holds a group whose room somebody writes in; false where it was deleted. */
export const holdGroup = async (sql: Transaction, groupId: number): Promise<boolean> =>
  !(await holdSubject(sql, 'shared', subjectOf(groupId))).isDeleted

/** With a group go its memberships at once; a task removes its messages. */
export const onGroupChanged = on(groupChanged, async ({ data: group, subject }, sql) => {
  if (await isDeleted(sql, subject)) return
  const { id, weekendId: weekend_id, creatorId: creator_id } = group
  if (!group.deleted) {
    await groups(sql).insert({ id, weekend_id, creator_id }).onConflict('id').merge()
    return
  }
  await markDeleted(sql, subject)
  await groups(sql).where({ id }).delete()
  await memberships(sql).where({ group_id: id }).delete()
})

/** Who may read and write in a group: pending members too (docs/rules.md, Groups). */
export const onMembershipChanged = on(membershipChanged, async ({ data: membership }, sql) => {
  const { groupId: group_id, userId: user_id, joinedAt: joined_at, deleted } = membership
  if (await isDeleted(sql, subjectOf(group_id))) return
  if (deleted) await memberships(sql).where({ group_id, user_id }).delete()
  else await memberships(sql).insert({ group_id, user_id, joined_at }).onConflict(['group_id', 'user_id']).merge()
})
