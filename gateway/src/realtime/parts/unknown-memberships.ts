import type { Membership, MembershipKey } from '@purple-sector/contracts/groups/internal'
import { atMost, expiring } from '@purple-sector/service-kit/caching/lru-settings'
import { LRUCache } from 'lru-cache'
import { batched } from '../../batched.ts'

type FindMemberships = (requestedIds: MembershipKey[]) => Promise<readonly Membership[]>

/** Memberships that a user may request per window: users join groups one after another, an attacker guesses ids. */
const MAX_REQUESTED = 20
const WINDOW_MS = 10_000
/** Many users may join at once, after a mail to many. */
const BATCH_WINDOW = { limit: 500, delayMs: 1, debounceMs: 2, maxBurstMs: 10 }

const keyOf = ({ groupId, userId }: MembershipKey): string => `${groupId}/${userId}`
const fromKey = (key: string): MembershipKey => {
  const slash = key.indexOf('/')
  return { groupId: Number(key.slice(0, slash)), userId: key.slice(slash + 1) }
}

/**
 * Fetches unknown memberships: a new member may follow the group before the membership's event has arrived.
 * Requests of all users are batched, and limited per user.
 */
export const unknownMemberships = (request: FindMemberships, now: () => number = () => performance.now()) => {
  const requestedCounts = new LRUCache<string, number>({ ...expiring(WINDOW_MS, now), ...atMost(100_000) })
  const find = batched(
    async (keys: string[]) => new Map((await request(keys.map(fromKey))).map((found) => [keyOf(found), found])),
    BATCH_WINDOW,
    now,
  )

  /** Returns the existing ones of these memberships; does not request those beyond the user's limit. */
  return async (userId: string, groupIds: readonly number[]): Promise<Membership[]> => {
    const requestedBefore = requestedCounts.get(userId) ?? 0
    const requestedIds = groupIds.slice(0, MAX_REQUESTED - requestedBefore)
    if (requestedIds.length === 0) return []
    requestedCounts.set(userId, requestedBefore + requestedIds.length, { noUpdateTTL: requestedBefore > 0 })
    const found = await Promise.all(requestedIds.map((groupId) => find(keyOf({ groupId, userId }))))
    return found.flatMap((membership) => membership ?? [])
  }
}
