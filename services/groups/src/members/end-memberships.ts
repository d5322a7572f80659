import { groupChanged, membershipChanged } from '@purple-sector/contracts/groups/events'
import type { Transaction } from '@purple-sector/database'
import { entry, type OutboxEntry } from '@purple-sector/messaging'
import { removeGroup } from '../groups/delete-group.ts'
import { groupState, type StoredGroup } from '../groups/group.ts'
import { groupRepository } from '../groups/group-repository.ts'
import { membershipState } from './member.ts'
import { memberRepository } from './member-repository.ts'

/** What its founder leaves behind passes to whoever has been approved longest; without anybody it goes. */
const passOn = async (sql: Transaction, group: StoredGroup): Promise<OutboxEntry[]> => {
  const members = memberRepository(sql)
  const heir = await members.longestApproved(group.id, group.creatorId)
  if (!heir) {
    const { state, withdrawn } = await removeGroup(sql, group)
    return [entry(groupChanged, state), ...withdrawn]
  }
  const passed = { ...group, creatorId: heir.userId }
  await groupRepository(sql).update(passed)
  await members.makeAdmin(heir)
  return [
    entry(groupChanged, groupState(passed)),
    entry(membershipChanged, membershipState({ ...heir, role: 'admin' }, group.weekendId)),
  ]
}

/**
 * Ends every membership of somebody who is gone for good, settles what becomes of the groups they founded, and answers
 * what is to be told of it.
 */
export const endMemberships = async (sql: Transaction, userId: string): Promise<OutboxEntry[]> => {
  const members = memberRepository(sql)
  const told: OutboxEntry[] = []
  for (const group of await groupRepository(sql).holdAllOf(userId)) {
    const member = await members.find(group.id, userId)
    if (!member) continue
    await members.remove(member)
    told.push(entry(membershipChanged, membershipState(member, group.weekendId, true)))
    if (group.creatorId === userId) told.push(...(await passOn(sql, group)))
  }
  await sql('rejections').where({ user_id: userId }).delete()
  return told
}
