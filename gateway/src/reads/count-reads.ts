import { notificationCountSchema } from '@purple-sector/contracts/engagement/http'
import { LRUCache } from 'lru-cache'
import type { ServiceReply } from '../forwarding/read-from-service.ts'
import type { Session } from '../sessions/sessions.ts'

/** `lastChanged` is when the newest of them was told. */
export type Count = { count: number; lastChanged: string | undefined }

export type CountReads = {
  /** How much the user has not read, of a weekend and of none, where that is known here. */
  peek(weekendId: number, session: Session): Count | undefined
  /** The same asked for where it is not known; undefined where the service itself has to answer. */
  read(weekendId: number, session: Session): Promise<Count | undefined>
  /** The same past the copy. */
  readUncached(weekendId: number, session: Session): Promise<Count | undefined>
  /** Something of this user, or of everybody, is read, new or gone. */
  drop(userId?: string): void
}

/** What one of a user's weekends says; a count that is being asked for is not here yet. */
type CachedCount = { weekendId: number; count?: Count | undefined; pending?: Promise<Count | undefined> | undefined }

/** In case an event of it was missed. */
const TTL_MS = 5 * 60_000
/** A fan looks at one weekend, or two; who asks for more without end fills no memory. */
const MAX_WEEKENDS_PER_USER = 4
const USER_BYTES = 320

type Options = {
  /** Asks the owner in the user's name. */
  read(path: string, session: Session): Promise<ServiceReply>
  maxBytes: number
  now?: () => number
}

/** Counts of unread notifications, kept of each user until something of theirs changes: polling them asks nobody. */
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

  /** Kept with what else is known of the user: when that is dropped meanwhile, the answer is kept nowhere. */
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
