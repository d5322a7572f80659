import { groupChanged, membershipChanged } from '@purple-sector/contracts/groups/events'
import type { Transaction } from '@purple-sector/database'
import { entry, type OutboxEntry } from '@purple-sector/messaging'
import { removeGroup } from '../groups/delete-group.ts'
import { groupState, type StoredGroup, singleWeekendOf } from '../groups/group.ts'
import { groupRepository } from '../groups/group-repository.ts'
import { inWeekends } from '../groups/group-weekend-repository.ts'
import { membershipState } from './member.ts'
import { memberRepository } from './member-repository.ts'

/** Transfers a group to the member who was approved first; removes it if it has no other approved member. */
const transferGroup = async (sql: Transaction, group: StoredGroup): Promise<OutboxEntry[]> => {
  const members = memberRepository(sql)
  const successor = await members.findFirstApproved(group.id, group.creatorId)
  if (!successor) {
    const { state, withdrawalEvents } = await removeGroup(sql, group)
    return [entry(groupChanged, state), ...withdrawalEvents]
  }
  const transferred = { ...group, creatorId: successor.userId }
  await groupRepository(sql).update(transferred)
  await members.makeAdmin(successor)
  return [
    entry(groupChanged, groupState(await inWeekends(sql, transferred))),
    entry(membershipChanged, membershipState({ ...successor, role: 'admin' }, singleWeekendOf(group))),
  ]
}

/** Ends every membership of a deleted user, transfers or removes the groups they created, and returns the events. */
export const endMemberships = async (sql: Transaction, userId: string): Promise<OutboxEntry[]> => {
  const members = memberRepository(sql)
  const events: OutboxEntry[] = []
  for (const group of await groupRepository(sql).selectAllOfUserForUpdate(userId)) {
    const member = await members.find(group.id, userId)
    if (!member) continue
    await members.remove(member)
    const ended = membershipState(member, singleWeekendOf(group), true)
    events.push(entry(membershipChanged, { ...ended, accountDeleted: true }))
    if (group.creatorId === userId) events.push(...(await transferGroup(sql, group)))
  }
  await sql('rejections').where({ user_id: userId }).delete()
  return events
}
