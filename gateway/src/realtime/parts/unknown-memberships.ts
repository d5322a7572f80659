import type { Membership, MembershipKey } from '@purple-sector/contracts/groups/internal'
import { atMost, expiring } from '@purple-sector/service-kit/caching/lru-settings'
import { LRUCache } from 'lru-cache'
import { batched } from '../../batched.ts'

type Ask = (wanted: MembershipKey[]) => Promise<readonly Membership[]>

/** What one user may ask for in so long. Fans come into groups one after another; a stranger guesses ids. */
const MAX_ASKED = 20
const WINDOW_MS = 10_000
/** After a mail to many, many join at once. */
const BATCH_WINDOW = { limit: 500, delayMs: 1, debounceMs: 2, maxBurstMs: 10 }

const keyOf = ({ groupId, userId }: MembershipKey): string => `${groupId}/${userId}`
const fromKey = (key: string): MembershipKey => {
  const slash = key.indexOf('/')
  return { groupId: Number(key.slice(0, slash)), userId: key.slice(slash + 1) }
}

/**
 * Asks for memberships that are not known here: whoever has just come into a group may want to follow it before its event
 * has arrived. Questions of all who ask now go together, and nobody has more than a few in a while.
 */
export const unknownMemberships = (request: Ask, now: () => number = () => performance.now()) => {
  const asked = new LRUCache<string, number>({ ...expiring(WINDOW_MS, now), ...atMost(100_000) })
  const find = batched(
    async (keys: string[]) => new Map((await request(keys.map(fromKey))).map((found) => [keyOf(found), found])),
    BATCH_WINDOW,
    now,
  )

  /** The memberships among these that hold; fewer are asked for where the user has asked for many. */
  return async (userId: string, groupIds: readonly number[]): Promise<Membership[]> => {
    const before = asked.get(userId) ?? 0
    const wanted = groupIds.slice(0, MAX_ASKED - before)
    if (wanted.length === 0) return []
    asked.set(userId, before + wanted.length, { noUpdateTTL: before > 0 })
    const found = await Promise.all(wanted.map((groupId) => find(keyOf({ groupId, userId }))))
    return found.flatMap((membership) => membership ?? [])
  }
}
