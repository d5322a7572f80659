import type { groupChanged, membershipChanged } from '@purple-sector/contracts/groups/events'
import type { Membership as LoadedMembership } from '@purple-sector/contracts/groups/internal'
import type { z } from 'zod'
import type { InternalApi } from '../../internal-api.ts'

type MembershipState = z.infer<typeof membershipChanged.data>
type GroupState = z.infer<typeof groupChanged.data>

/** What became of a group: who is a member no more, and whether it follows another weekend now. */
export type GroupNews = { former: readonly string[]; hasMoved: boolean }

export type Memberships = {
  /** Fetches what was told before we listened; what is heard meanwhile counts by its sequence. */
  load(): Promise<void>
  /** Notes one that its owner says holds. */
  learned(membership: LoadedMembership): void
  /** Takes a newer state over; answers whether the user is in the group no more, or came into it. */
  membershipChanged(state: MembershipState, sequence: number): boolean
  groupChanged(state: Pick<GroupState, 'id' | 'weekendId' | 'deleted'>, sequence: number): GroupNews
  /** Forgets the groups of a weekend; answers whose members were in them. */
  weekendDeleted(weekendId: number): ReadonlyMap<number, readonly string[]>
  isMember(groupId: number, userId: string): boolean
  /** The weekend of a group that has members. */
  weekendOf(groupId: number): number | undefined
}

type Membership = { sequence: number; isMember: boolean }
/** `sequence` is that of the group's last state; 0 while only memberships of it are known. */
type Group = { weekendId: number; sequence: number; members: Map<string, Membership> }

const NO_NEWS: GroupNews = { former: [], hasMoved: false }

const membersOf = (group: Group | undefined): string[] =>
  [...(group?.members ?? [])].flatMap(([id, { isMember }]) => (isMember ? [id] : []))

/** Who is in which group, as the groups service says. */
export const createMemberships = (fetch: InternalApi['memberships']): Memberships => {
  const groups = new Map<number, Group>()
  /** Nothing of a deleted group comes back to life. */
  const deleted = new Set<number>()

  const take = (groupId: number, weekendId: number, userId: string, next: Membership): boolean => {
    if (deleted.has(groupId)) return false
    const group = groups.get(groupId) ?? { weekendId, sequence: 0, members: new Map<string, Membership>() }
    groups.set(groupId, group)
    const known = group.members.get(userId)
    if (known && known.sequence >= next.sequence) return false
    group.members.set(userId, next)
    return (known?.isMember ?? false) !== next.isMember
  }
  const learned = ({ groupId, weekendId, userId, sequence }: LoadedMembership): void => {
    take(groupId, weekendId, userId, { sequence, isMember: true })
  }

  return {
    async load() {
      for await (const membership of fetch()) learned(membership)
    },
    learned,
    membershipChanged: ({ groupId, weekendId, userId, deleted: isOver }, sequence) =>
      take(groupId, weekendId, userId, { sequence, isMember: !isOver }),
    groupChanged({ id, weekendId, deleted: isOver }, sequence) {
      const known = groups.get(id)
      if (isOver) {
        deleted.add(id)
        groups.delete(id)
        return { former: membersOf(known), hasMoved: false }
      }
      // Older ones may come again: from before a group was the key of its events, or as dead letters.
      if (deleted.has(id) || (known && known.sequence >= sequence)) return NO_NEWS
      groups.set(id, { weekendId, sequence, members: known?.members ?? new Map() })
      return { former: [], hasMoved: known !== undefined && known.weekendId !== weekendId }
    },
    weekendDeleted(weekendId) {
      const ended = [...groups].filter(([, group]) => group.weekendId === weekendId)
      // Not for good: one that moved away just before is told again under its new weekend.
      for (const [id] of ended) groups.delete(id)
      return new Map(ended.map(([id, group]) => [id, membersOf(group)]))
    },
    isMember: (groupId, userId) => groups.get(groupId)?.members.get(userId)?.isMember ?? false,
    weekendOf: (groupId) => groups.get(groupId)?.weekendId,
  }
}
