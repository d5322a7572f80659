import type { Cache } from '@purple-sector/cache'
import { type SessionIdentity, sessionIdentitySchema } from '@purple-sector/contracts/identity/http'
import type { Logger } from '@purple-sector/service-kit'
import { atMost, expiring } from '@purple-sector/service-kit/caching/lru-settings'
import { LRUCache } from 'lru-cache'
import { batched } from '../batched.ts'

export type Session = SessionIdentity

export type Sessions = {
  /** The session of a hash, undefined where there is none (any more). Rejects when identity does not answer. */
  resolve(hash: string): Promise<Session | undefined>
  /** A session from memory, without any request, or undefined. */
  known(hash: string): Session | undefined
  /** Ends these sessions: they resolve to undefined from now on. */
  revoke(hashes: readonly string[]): Promise<void>
  /** The user changed: their sessions are fetched again at their next use. */
  forgetUser(userId: string): Promise<void>
  /** The same for a republished state of a user; sessions that agree with it stay cached. */
  reviewUser(user: UserState): Promise<void>
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
/** Identity sees a session in use at least this often, which extends it. */
const FRESH_TTL_MS = minutes(3)
/** While identity is unavailable, cached sessions stay valid for this long. */
const STALE_TTL_MS = minutes(10)
const UNKNOWN_TTL_MS = 10_000
const REVOKED_TTL_MS = minutes(15)
/** Some 1 kB each, of signed-in users. */
const MAX_SESSIONS = 100_000
/** Half of that each, and clients can invent them: cached separately, so that they evict no session. */
const MAX_UNKNOWN = 10_000
/** Longer than identity may take to answer: every later reply includes an older change. */
const CHANGE_TTL_MS = 60_000
/** All clients reconnect to a gateway that has just started. */
const BATCH_WINDOW = { limit: 500, delayMs: 4, debounceMs: 50, maxBurstMs: 250, startsInBurst: true }

type Entry = { session: Session; requestedAt: number; endsAt: number }

const cacheKey = (hash: string) => `session:${hash}`

const agrees = (session: Session, user: UserState): boolean =>
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
  /** Nearly every user has one: an array of one takes a tenth of a set. */
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
    const left = hashesOf.get(session.userId)?.filter((other) => other !== hash) ?? []
    if (left.length > 0) hashesOf.set(session.userId, left)
    else hashesOf.delete(session.userId)
  }

  const remember = (hash: string, session: Session | undefined, requestedAt: number): void => {
    if (!session) {
      entries.delete(hash)
      unknown.set(hash, true)
      return
    }
    entries.set(hash, { session, requestedAt, endsAt: Date.parse(session.expiresAt) })
    hashesOf.set(session.userId, [...(hashesOf.get(session.userId) ?? []), hash])
  }

  const isOver = (session: Session): boolean => Date.parse(session.expiresAt) <= now()
  const isRevoked = (hash: string): boolean => revoked.has(hash)

  const fetchFromIdentity = batched<string, Session>(async (hashes) => {
    const found = await request(hashes)
    const keys = new Map(hashes.map((hash) => [hash, hash]))
    // One string serves as key and as field, to save memory.
    return new Map(found.map((session) => [session.hash, { ...session, hash: keys.get(session.hash) ?? session.hash }]))
  }, BATCH_WINDOW)

  const fromCache = async (hash: string): Promise<Session | undefined> => {
    const parsed = sessionIdentitySchema.safeParse(await cache.get(cacheKey(hash)))
    return parsed.success && parsed.data.hash === hash && !isOver(parsed.data) ? parsed.data : undefined
  }

  const lookUp = async (hash: string): Promise<Session | undefined> => {
    const [requestEpoch, requestedAt] = [epoch, now()]
    const isKnown = entries.has(hash)
    // A session cached here is due for identity, which extends it; the shared copy would only repeat ours.
    const cached = isKnown ? undefined : await fromCache(hash)
    const session = cached ?? (await fetchFromIdentity(hash))
    if (isRevoked(hash)) return undefined
    if (session && changedSince(session.userId, requestEpoch)) return session
    remember(hash, session, requestedAt)
    if (session && !cached) await cache.set(cacheKey(hash), session, FRESH_TTL_MS)
    // Revoked while it was being written: the copy must not outlive the session.
    if (isRevoked(hash)) await cache.delete(cacheKey(hash))
    return isRevoked(hash) ? undefined : session
  }

  const known = (hash: string): Session | undefined => {
    const entry = entries.get(hash)
    const at = now()
    if (!entry || at - entry.requestedAt >= FRESH_TTL_MS || at >= entry.endsAt) return undefined
    return entry.session
  }

  const forgetUser = async (userId: string): Promise<void> => {
    changedAt.set(userId, ++epoch)
    const hashes = hashesOf.get(userId) ?? []
    for (const hash of hashes) entries.delete(hash)
    await Promise.all(hashes.map((hash) => cache.delete(cacheKey(hash))))
  }

  return {
    known,
    async resolve(hash) {
      if (isRevoked(hash) || unknown.has(hash)) return undefined
      const fresh = known(hash)
      if (fresh) return fresh
      try {
        return await lookUp(hash)
      } catch (error) {
        const entry = entries.get(hash)
        if (!entry || now() - entry.requestedAt >= STALE_TTL_MS || isOver(entry.session)) throw error
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
    forgetUser,
    async reviewUser(user) {
      const known = (hashesOf.get(user.id) ?? []).map((hash) => entries.peek(hash))
      if (known.some((entry) => entry && !agrees(entry.session, user))) await forgetUser(user.id)
    },
  }
}
