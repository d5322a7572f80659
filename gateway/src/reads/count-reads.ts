import { notificationCountSchema } from '@purple-sector/contracts/engagement/http'
import { LRUCache } from 'lru-cache'
import type { ServiceReply } from '../forwarding/read-from-service.ts'
import type { Session } from '../sessions/sessions.ts'

/** `lastChanged` is when the newest unread notification was sent. */
export type Count = { count: number; lastChanged: string | undefined }

export type CountReads = {
  /** The user's unread notifications, of a weekend and of none, from memory. */
  peek(weekendId: number, session: Session): Count | undefined
  /** The same, fetched if it is not cached; undefined if the service itself has to reply. */
  read(weekendId: number, session: Session): Promise<Count | undefined>
  /** The same without the cache. */
  readUncached(weekendId: number, session: Session): Promise<Count | undefined>
  /** Invalidates the counts of this user, or of all users. */
  invalidate(userId?: string): void
}

/** The count of one of a user's weekends, or the pending request for it. */
type CachedCount = { weekendId: number; count?: Count | undefined; pending?: Promise<Count | undefined> | undefined }

/** Limits the effect of a missed event. */
const TTL_MS = 5 * 60_000
/** A user follows one weekend, or two; a client that requests more does not fill the memory. */
const MAX_WEEKENDS_PER_USER = 4
const USER_BYTES = 320

type Options = {
  /** Reads from engagement as the user. */
  read(path: string, session: Session): Promise<ServiceReply>
  maxBytes: number
  now?: () => number
}

/** Caches unread counts per user until the user's notifications change: polling them calls no service. */
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
    users.get(userId)?.find((cached) => cached.weekendId === weekendId)

  /** Creates an entry beside the user's other counts: if they are invalidated meanwhile, the reply is not cached. */
  const createEntry = (weekendId: number, userId: string): CachedCount => {
    const cached: CachedCount = { weekendId }
    const otherCounts = users.get(userId) ?? []
    users.set(userId, [cached, ...otherCounts.slice(0, MAX_WEEKENDS_PER_USER - 1)])
    return cached
  }

  return {
    peek: (weekendId, { userId }) => find(weekendId, userId)?.count,
    async read(weekendId, session) {
      const cached = find(weekendId, session.userId) ?? createEntry(weekendId, session.userId)
      if (cached.count !== undefined) return cached.count
      cached.pending ??= request(weekendId, session).finally(() => {
        cached.pending = undefined
      })
      cached.count = await cached.pending
      return cached.count
    },
    readUncached: request,
    invalidate(userId) {
      if (userId === undefined) users.clear()
      else users.delete(userId)
    },
  }
}
