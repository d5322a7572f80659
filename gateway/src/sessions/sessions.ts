import type { Cache } from '@purple-sector/cache'
import { type SessionIdentity, sessionIdentitySchema } from '@purple-sector/contracts/identity/http'
import type { Logger } from '@purple-sector/service-kit'
import { atMost, expiring } from '@purple-sector/service-kit/caching/lru-settings'
import { LRUCache } from 'lru-cache'
import { batched } from '../batched.ts'

export type Session = SessionIdentity

export type Sessions = {
  /** The session of a hash; undefined if it does not exist or has ended. Rejects while identity is unavailable. */
  resolve(hash: string): Promise<Session | undefined>
  /** The session from memory; undefined if a request is needed. */
  peek(hash: string): Session | undefined
  /** Ends these sessions: they resolve to undefined from now on. */
  revoke(hashes: readonly string[]): Promise<void>
  /** Invalidates the sessions of a user who changed; they are fetched again at their next use. */
  invalidateUser(userId: string): Promise<void>
  /** Invalidates the sessions that differ from a republished state of their user. */
  invalidateUserIfChanged(user: UserState): Promise<void>
}

/** The user's fields in a session, as identity publishes them. */
export type UserState = Pick<Session, 'username' | 'firstName' | 'lastName' | 'isAdmin'> & {
  id: string
  deleted: boolean
}

export type SessionsOptions = {
  cache: Cache
  /** Requests sessions from identity, up to 500 hashes at once. */
  request(hashes: string[]): Promise<Session[]>
  log: Logger
  now?: () => number
}

const minutes = (count: number) => count * 60_000
/** A session in use is requested from identity at least this often, which extends it. */
const FRESH_TTL_MS = minutes(3)
/** While identity is unavailable, cached sessions stay valid for this long. */
const STALE_TTL_MS = minutes(10)
const UNKNOWN_TTL_MS = 10_000
const REVOKED_TTL_MS = minutes(15)
/** About 1 kB each. */
const MAX_SESSIONS = 100_000
/** About 0.5 kB each. Clients can invent them, so they are cached separately and evict no session. */
const MAX_UNKNOWN = 10_000
/** Longer than a reply of identity may take: every later reply includes an older change. */
const CHANGE_TTL_MS = 60_000
/** All clients reconnect to a gateway that has just started. */
const BATCH_WINDOW = { limit: 500, delayMs: 4, debounceMs: 50, maxBurstMs: 250, startsInBurst: true }

type Entry = { session: Session; requestedAt: number; endsAt: number }

const cacheKey = (hash: string) => `session:${hash}`

const isUnchanged = (session: Session, user: UserState): boolean =>
  !user.deleted &&
  session.username === user.username &&
  session.firstName === user.firstName &&
  session.lastName === user.lastName &&
  session.isAdmin === user.isAdmin

/**
 * Resolves sessions: from memory, else from the cache that gateways share, else from identity in batches.
 * A revoked session stays revoked here, whatever a reply in flight says.
 */
export const createSessions = ({ cache, request, log, now = Date.now }: SessionsOptions): Sessions => {
  const entries = new LRUCache<string, Entry>({
    ...atMost(MAX_SESSIONS),
    ...expiring(STALE_TTL_MS, now),
    dispose: ({ session }, hash) => unlink(hash, session),
  })
  const unknown = new LRUCache<string, true>({ ...atMost(MAX_UNKNOWN), ...expiring(UNKNOWN_TTL_MS, now) })
  const revoked = new LRUCache<string, true>({ ...atMost(MAX_SESSIONS), ...expiring(REVOKED_TTL_MS, now) })
  /** Arrays, because nearly every user has one session: an array of one takes a tenth of the memory of a set. */
  const hashesOf = new Map<string, readonly string[]>()
  /** Rises with each change of a user. */
  let epoch = 0
  /** The epoch of a user's last change: a reply requested before it is used once and not cached. */
  const changedAt = new LRUCache<string, number>({
    ...atMost(MAX_SESSIONS),
    ...expiring(CHANGE_TTL_MS, now),
    dispose(at, _userId, reason) {
      if (reason === 'evict') evictedAt = at
    },
  })
  /** The highest epoch that was evicted from `changedAt`, which applies to every user without an entry. */
  let evictedAt = 0

  const changedSince = (userId: string, requestEpoch: number): boolean =>
    Math.max(evictedAt, changedAt.get(userId) ?? 0) > requestEpoch

  const unlink = (hash: string, session: Session): void => {
    const remainingHashes = hashesOf.get(session.userId)?.filter((other) => other !== hash) ?? []
    if (remainingHashes.length > 0) hashesOf.set(session.userId, remainingHashes)
    else hashesOf.delete(session.userId)
  }

  const store = (hash: string, session: Session | undefined, requestedAt: number): void => {
    if (!session) {
      entries.delete(hash)
      unknown.set(hash, true)
      return
    }
    entries.set(hash, { session, requestedAt, endsAt: Date.parse(session.expiresAt) })
    hashesOf.set(session.userId, [...(hashesOf.get(session.userId) ?? []), hash])
  }

  const isExpired = (session: Session): boolean => Date.parse(session.expiresAt) <= now()
  const isRevoked = (hash: string): boolean => revoked.has(hash)

  const fetchFromIdentity = batched<string, Session>(async (hashes) => {
    const sessions = await request(hashes)
    const keys = new Map(hashes.map((hash) => [hash, hash]))
    // One string serves as key and as field, to save memory.
    return new Map(
      sessions.map((session) => [session.hash, { ...session, hash: keys.get(session.hash) ?? session.hash }]),
    )
  }, BATCH_WINDOW)

  const readSharedCache = async (hash: string): Promise<Session | undefined> => {
    const parsed = sessionIdentitySchema.safeParse(await cache.get(cacheKey(hash)))
    return parsed.success && parsed.data.hash === hash && !isExpired(parsed.data) ? parsed.data : undefined
  }

  const fetchSession = async (hash: string): Promise<Session | undefined> => {
    const [requestEpoch, requestedAt] = [epoch, now()]
    const isCachedHere = entries.has(hash)
    // A session cached here must be extended by identity; the shared copy would only repeat ours.
    const cached = isCachedHere ? undefined : await readSharedCache(hash)
    const session = cached ?? (await fetchFromIdentity(hash))
    if (isRevoked(hash)) return undefined
    if (session && changedSince(session.userId, requestEpoch)) return session
    store(hash, session, requestedAt)
    if (session && !cached) await cache.set(cacheKey(hash), session, FRESH_TTL_MS)
    // If it was revoked during the write, the copy must not outlive the session.
    if (isRevoked(hash)) await cache.delete(cacheKey(hash))
    return isRevoked(hash) ? undefined : session
  }

  const peek = (hash: string): Session | undefined => {
    const entry = entries.get(hash)
    const at = now()
    if (!entry || at - entry.requestedAt >= FRESH_TTL_MS || at >= entry.endsAt) return undefined
    return entry.session
  }

  const invalidateUser = async (userId: string): Promise<void> => {
    changedAt.set(userId, ++epoch)
    const hashes = hashesOf.get(userId) ?? []
    for (const hash of hashes) entries.delete(hash)
    await Promise.all(hashes.map((hash) => cache.delete(cacheKey(hash))))
  }

  return {
    peek,
    async resolve(hash) {
      if (isRevoked(hash) || unknown.has(hash)) return undefined
      const fresh = peek(hash)
      if (fresh) return fresh
      try {
        return await fetchSession(hash)
      } catch (error) {
        const entry = entries.get(hash)
        if (!entry || now() - entry.requestedAt >= STALE_TTL_MS || isExpired(entry.session)) throw error
        log.warn({ event: 'identity.unavailable', err: error }, 'identity unavailable; using cached session')
        return entry.session
      }
    },
    async revoke(hashes) {
      for (const hash of hashes) {
        revoked.set(hash, true)
        entries.delete(hash)
      }
      await Promise.all(hashes.map((hash) => cache.delete(cacheKey(hash))))
    },
    invalidateUser,
    async invalidateUserIfChanged(user) {
      const peek = (hashesOf.get(user.id) ?? []).map((hash) => entries.peek(hash))
      if (peek.some((entry) => entry && !isUnchanged(entry.session, user))) await invalidateUser(user.id)
    },
  }
}
