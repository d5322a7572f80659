import type { groupChanged, membershipChanged } from '@purple-sector/contracts/groups/events'
import type { z } from 'zod'
import type { InternalApi } from '../../internal-api.ts'

type MembershipState = z.infer<typeof membershipChanged.data>
type GroupState = z.infer<typeof groupChanged.data>

export type Memberships = {
  /** Fetches what was told before we listened; what is heard meanwhile counts by its sequence. */
  load(): Promise<void>
  /** Takes a newer state over; answers whether the user is in the group no more, or came into it. */
  membershipChanged(state: MembershipState, sequence: number): boolean
  /** Answers who is a member no more: everybody, where the group is deleted. */
  groupChanged(state: Pick<GroupState, 'id' | 'deleted'>): readonly string[]
  isMember(groupId: number, userId: string): boolean
  /** The weekend of a group that has members. */
  weekendOf(groupId: number): number | undefined
}

type Membership = { sequence: number; isMember: boolean }
type Group = { weekendId: number; members: Map<string, Membership> }

/** Who is in which group, as the groups service says. */
export const createMemberships = (fetch: InternalApi['memberships']): Memberships => {
  const groups = new Map<number, Group>()
  /** Nothing of a deleted group comes back to life. */
  const deleted = new Set<number>()

  const take = (groupId: number, weekendId: number, userId: string, next: Membership): boolean => {
    if (deleted.has(groupId)) return false
    const group = groups.get(groupId) ?? { weekendId, members: new Map<string, Membership>() }
    groups.set(groupId, group)
    const known = group.members.get(userId)
    if (known && known.sequence >= next.sequence) return false
    group.members.set(userId, next)
    return (known?.isMember ?? false) !== next.isMember
  }

  return {
    async load() {
      for await (const { groupId, weekendId, userId, sequence } of fetch())
        take(groupId, weekendId, userId, { sequence, isMember: true })
    },
    membershipChanged: ({ groupId, weekendId, userId, deleted: isOver }, sequence) =>
      take(groupId, weekendId, userId, { sequence, isMember: !isOver }),
    groupChanged(group) {
      if (!group.deleted) return []
      const members = [...(groups.get(group.id)?.members ?? [])].flatMap(([id, { isMember }]) => (isMember ? [id] : []))
      deleted.add(group.id)
      groups.delete(group.id)
      return members
    },
    isMember: (groupId, userId) => groups.get(groupId)?.members.get(userId)?.isMember ?? false,
    weekendOf: (groupId) => groups.get(groupId)?.weekendId,
  }
}
