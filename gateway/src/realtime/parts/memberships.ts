import type { groupChanged, membershipChanged } from '@purple-sector/contracts/groups/events'
import type { Membership, MembershipKey } from '@purple-sector/contracts/groups/internal'
import { atMost, expiring } from '@purple-sector/service-kit/caching/lru-settings'
import { LRUCache } from 'lru-cache'
import type { z } from 'zod'
import { batched } from '../../batched.ts'
import type { InternalApi } from '../../internal-api.ts'

type FindMemberships = (requestedIds: MembershipKey[]) => Promise<readonly Membership[]>

/** Memberships that a user may request per window: users join groups one after another, an attacker guesses ids. */
const MAX_LOOKUPS_PER_USER = 20
const RATE_LIMIT_WINDOW_MS = 10_000
/** Many users may join at once, after an invitation mail to many. */
const BATCH_OPTIONS = { limit: 500, delayMs: 1, debounceMs: 2, maxBurstMs: 10 }

const keyOf = ({ groupId, userId }: MembershipKey): string => `${groupId}/${userId}`
const fromKey = (key: string): MembershipKey => {
  const slash = key.indexOf('/')
  return { groupId: Number(key.slice(0, slash)), userId: key.slice(slash + 1) }
}

/**
 * Fetches unknown memberships: a new member may follow the group before the membership's event has arrived.
 * Requests of all users are batched, and limited per user.
 */
export const createMembershipLookup = (
  findMemberships: FindMemberships,
  now: () => number = () => performance.now(),
) => {
  const requestedCounts = new LRUCache<string, number>({ ...expiring(RATE_LIMIT_WINDOW_MS, now), ...atMost(100_000) })
  const find = batched(
    async (keys: string[]) => new Map((await findMemberships(keys.map(fromKey))).map((found) => [keyOf(found), found])),
    BATCH_OPTIONS,
    now,
  )

  /** Returns the existing ones of these memberships; does not request those beyond the user's limit. */
  return async (userId: string, groupIds: readonly number[]): Promise<Membership[]> => {
    const requestedBefore = requestedCounts.get(userId) ?? 0
    const requestedIds = groupIds.slice(0, MAX_LOOKUPS_PER_USER - requestedBefore)
    if (requestedIds.length === 0) return []
    requestedCounts.set(userId, requestedBefore + requestedIds.length, { noUpdateTTL: requestedBefore > 0 })
    const found = await Promise.all(requestedIds.map((groupId) => find(keyOf({ groupId, userId }))))
    return found.flatMap((membership) => membership ?? [])
  }
}

type MembershipState = z.infer<typeof membershipChanged.data>
type GroupState = z.infer<typeof groupChanged.data>

/** Effects of a group's event: former members, and whether it has moved to another weekend. */
export type GroupChange = { formerMembers: readonly string[]; hasMoved: boolean }

export type Memberships = {
  /** Fetches all memberships; newer states from events win by their sequence. */
  load(): Promise<void>
  /** Adds a membership that the groups service has confirmed. */
  add(membership: Membership): void
  /** Applies a newer state; returns whether the user joined or left the group. */
  membershipChanged(state: MembershipState, sequence: number): boolean
  groupChanged(state: Pick<GroupState, 'id' | 'weekendId' | 'allSeason' | 'deleted'>, sequence: number): GroupChange
  /** Removes the groups of a deleted weekend, except season groups; returns their former members. */
  removeWeekend(weekendId: number): ReadonlyMap<number, readonly string[]>
  isMember(groupId: number, userId: string): boolean
  /** The weekend of a known group; null while a season group waits for its next round. */
  weekendOf(groupId: number): number | null | undefined
}

type KnownMembership = { sequence: number; isMember: boolean }
/** `sequence` is that of the group's last state; 0 while only its memberships are known. */
type Group = {
  weekendId: number | null
  allSeason: boolean
  sequence: number
  members: Map<string, KnownMembership>
}

const NO_CHANGE: GroupChange = { formerMembers: [], hasMoved: false }

const membersOf = (group: Group | undefined): string[] =>
  [...(group?.members ?? [])].flatMap(([id, { isMember }]) => (isMember ? [id] : []))

/** Creates the in-memory projection of group memberships: loaded at start, updated by events. */
export const createMemberships = (fetch: InternalApi['memberships']): Memberships => {
  const groups = new Map<number, Group>()
  /** Deleted groups stay deleted, even if older events arrive late. */
  const deleted = new Set<number>()

  const apply = (
    { groupId, userId, ...group }: Pick<Membership, 'groupId' | 'userId' | 'weekendId' | 'allSeason'>,
    next: KnownMembership,
  ): boolean => {
    if (deleted.has(groupId)) return false
    const known = groups.get(groupId) ?? { ...group, sequence: 0, members: new Map<string, KnownMembership>() }
    groups.set(groupId, known)
    const existing = known.members.get(userId)
    if (existing && existing.sequence >= next.sequence) return false
    known.members.set(userId, next)
    return (existing?.isMember ?? false) !== next.isMember
  }
  const add = ({ sequence, ...membership }: Membership): void => {
    apply(membership, { sequence, isMember: true })
  }

  return {
    async load() {
      for await (const membership of fetch()) add(membership)
    },
    add,
    membershipChanged: ({ groupId, weekendId, userId, deleted: isDeleted }, sequence) =>
      apply({ groupId, weekendId, allSeason: weekendId === null, userId }, { sequence, isMember: !isDeleted }),
    groupChanged({ id, weekendId, allSeason, deleted: isDeleted }, sequence) {
      const existing = groups.get(id)
      if (isDeleted) {
        deleted.add(id)
        groups.delete(id)
        return { formerMembers: membersOf(existing), hasMoved: false }
      }
      // Older states may arrive late: redriven dead letters, and events published before the group became their key.
      if (deleted.has(id) || (existing && existing.sequence >= sequence)) return NO_CHANGE
      groups.set(id, { weekendId, allSeason, sequence, members: existing?.members ?? new Map() })
      return { formerMembers: [], hasMoved: existing !== undefined && existing.weekendId !== weekendId }
    },
    removeWeekend(weekendId) {
      const groupsOfWeekend = [...groups].filter(([, group]) => !group.allSeason && group.weekendId === weekendId)
      // Not marked as deleted: a group that has just moved away is published again with its new weekend.
      for (const [id] of groupsOfWeekend) groups.delete(id)
      return new Map(groupsOfWeekend.map(([id, group]) => [id, membersOf(group)]))
    },
    isMember: (groupId, userId) => groups.get(groupId)?.members.get(userId)?.isMember ?? false,
    weekendOf: (groupId) => groups.get(groupId)?.weekendId,
  }
}
