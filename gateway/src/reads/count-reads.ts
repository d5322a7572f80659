import { notificationCountSchema } from '@purple-sector/contracts/engagement/http'
import { LRUCache } from 'lru-cache'
import type { ServiceReply } from '../forwarding/read-from-service.ts'
import type { Session } from '../sessions/sessions.ts'

/** `lastChanged` is when the newest of them was sent. */
export type Count = { count: number; lastChanged: string | undefined }

export type CountReads = {
  /** The user's unread notifications, of a weekend and of none, from memory. */
  peek(weekendId: number, session: Session): Count | undefined
  /** The same, fetched where it is not cached; undefined where the service itself has to answer. */
  read(weekendId: number, session: Session): Promise<Count | undefined>
  /** The same past the cache. */
  readUncached(weekendId: number, session: Session): Promise<Count | undefined>
  /** Notifications of this user, or of every user, were read, added or deleted. */
  drop(userId?: string): void
}

/** The count of one of a user's weekends, or the pending request for it. */
type CachedCount = { weekendId: number; count?: Count | undefined; pending?: Promise<Count | undefined> | undefined }

/** In case an event was missed. */
const TTL_MS = 5 * 60_000
/** A fan uses one weekend, or two; a client that requests more does not fill the memory. */
const MAX_WEEKENDS_PER_USER = 4
const USER_BYTES = 320

type Options = {
  /** Reads from engagement as the user. */
  read(path: string, session: Session): Promise<ServiceReply>
  maxBytes: number
  now?: () => number
}

/** Caches unread counts per user until something of theirs changes: polling them calls no service. */
export const createCountReads = ({ read, maxBytes, now = () => performance.now() }: Options): CountReads => {
  const users = new LRUCache<string, CachedCount[]>({
    ttl: TTL_MS,
    perf: { now },
    maxSize: maxBytes,
    sizeCalculation: () => USER_BYTES,
  })

  const request = async (weekendId: number, session: Session): Promise<Count | undefined> => {
    const { status, body, lastChanged } = await read(`/api/notifications/${weekendId}/count`, session)
    if (status !== 200) return undefined
    return { ...notificationCountSchema.parse(JSON.parse(body.toString())), lastChanged }
  }
  const find = (weekendId: number, userId: string): CachedCount | undefined =>
    users.get(userId)?.find((known) => known.weekendId === weekendId)

  /** Stored beside the user's other counts: if these are dropped meanwhile, the reply is not cached. */
  const createEntry = (weekendId: number, userId: string): CachedCount => {
    const known: CachedCount = { weekendId }
    const others = users.get(userId) ?? []
    users.set(userId, [known, ...others.slice(0, MAX_WEEKENDS_PER_USER - 1)])
    return known
  }

  return {
    peek: (weekendId, { userId }) => find(weekendId, userId)?.count,
    async read(weekendId, session) {
      const known = find(weekendId, session.userId) ?? createEntry(weekendId, session.userId)
      if (known.count !== undefined) return known.count
      known.pending ??= request(weekendId, session).finally(() => {
        known.pending = undefined
      })
      known.count = await known.pending
      return known.count
    },
    readUncached: request,
    drop(userId) {
      if (userId === undefined) users.clear()
      else users.delete(userId)
    },
  }
}
