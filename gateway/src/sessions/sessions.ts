import type { Cache } from '@purple-sector/cache'
import { type SessionIdentity, sessionIdentitySchema } from '@purple-sector/contracts/identity/http'
import type { Logger } from '@purple-sector/service-kit'
import { batched } from '../batched.ts'
import { BoundedMap } from '../bounded-map.ts'

/** Who a session belongs to. */
export type Session = SessionIdentity

export type Sessions = {
  /** The session of a hash, undefined where there is none (any more). Rejects when nobody can tell. */
  resolve(hash: string): Promise<Session | undefined>
  /** A session known from memory without asking anybody, or undefined. */
  known(hash: string): Session | undefined
  /** These sessions are over: they resolve to nothing from now on. */
  revoke(hashes: readonly string[]): Promise<void>
  /** Something about this user changed: their sessions are asked for again at their next use. */
  forgetUser(userId: string): Promise<void>
}

export type SessionsOptions = {
  cache: Cache
  /** Asks identity, up to 500 hashes at once. */
  ask(hashes: string[]): Promise<Session[]>
  log: Logger
  now?: () => number
}

const minutes = (count: number) => count * 60_000
/** Identity hears of a session in use at least this often, which keeps it sliding. */
const FRESH_MS = minutes(3)
/** While identity is away, sessions known before go on so long. */
const STALE_MS = minutes(10)
const UNKNOWN_MS = 10_000
const REVOKED_MS = minutes(15)
const REMEMBERED = 100_000
const BATCH = { limit: 500, calmMs: 4, quietMs: 12, rushMs: 250 }

type Entry = { session: Session | undefined; askedAt: number; endsAt: number }

const cacheKey = (hash: string) => `session:${hash}`

/**
 * Sessions as this gateway knows them: from memory, else from the cache that gateways share, else from identity in
 * batches. What is revoked stays revoked here, whatever an answer that was already under way says.
 */
export const createSessions = ({ cache, ask, log, now = Date.now }: SessionsOptions): Sessions => {
  const entries = new BoundedMap<string, Entry>(REMEMBERED)
  const revoked = new BoundedMap<string, number>(REMEMBERED)
  /** Nearly everybody has one: an array of one takes a tenth of a set. */
  const hashesOf = new Map<string, readonly string[]>()
  entries.onEvict = (hash, { session }) => unlink(hash, session)
  /** Raised whenever something is forgotten: an answer asked for before that is used once and not kept. */
  let generation = 0

  const unlink = (hash: string, session: Session | undefined): void => {
    if (!session) return
    const left = hashesOf.get(session.userId)?.filter((other) => other !== hash) ?? []
    if (left.length > 0) hashesOf.set(session.userId, left)
    else hashesOf.delete(session.userId)
  }

  const remember = (hash: string, session: Session | undefined, askedAt: number): void => {
    unlink(hash, entries.get(hash)?.session)
    entries.set(hash, { session, askedAt, endsAt: session ? Date.parse(session.expiresAt) : 0 })
    if (session) hashesOf.set(session.userId, [...(hashesOf.get(session.userId) ?? []), hash])
  }

  const forget = (hash: string): void => {
    unlink(hash, entries.get(hash)?.session)
    entries.delete(hash)
  }

  const isOver = (session: Session): boolean => Date.parse(session.expiresAt) <= now()
  const isRevoked = (hash: string): boolean => (revoked.get(hash) ?? 0) > now()

  const askOwner = batched<string, Session>(async (hashes) => {
    const found = await ask(hashes)
    const keys = new Map(hashes.map((hash) => [hash, hash]))
    // One string serves as key and as field, over and over.
    return new Map(found.map((session) => [session.hash, { ...session, hash: keys.get(session.hash) ?? session.hash }]))
  }, BATCH)

  const fromCache = async (hash: string): Promise<Session | undefined> => {
    const parsed = sessionIdentitySchema.safeParse(await cache.get(cacheKey(hash)))
    return parsed.success && parsed.data.hash === hash && !isOver(parsed.data) ? parsed.data : undefined
  }

  const look = async (hash: string): Promise<Session | undefined> => {
    const [asked, askedAt] = [generation, now()]
    const kept = entries.get(hash)
    // A session this process knew already is due for identity, which slides it; the shared copy would only repeat us.
    const cached = kept?.session ? undefined : await fromCache(hash)
    const session = cached ?? (await askOwner(hash))
    if (isRevoked(hash)) return undefined
    if (asked !== generation) return session
    remember(hash, session, askedAt)
    if (session && !cached) await cache.set(cacheKey(hash), session, FRESH_MS)
    // Revoked while it was being written: the copy must not outlive the session.
    if (isRevoked(hash)) await cache.delete(cacheKey(hash))
    return isRevoked(hash) ? undefined : session
  }

  const known = (hash: string): Session | undefined => {
    const kept = entries.get(hash)
    const at = now()
    if (!kept?.session || at - kept.askedAt >= FRESH_MS || at >= kept.endsAt) return undefined
    return kept.session
  }

  return {
    known,
    async resolve(hash) {
      if (isRevoked(hash)) return undefined
      const kept = entries.get(hash)
      const age = kept ? now() - kept.askedAt : Number.POSITIVE_INFINITY
      if (kept && !kept.session && age < UNKNOWN_MS) return undefined
      const fresh = known(hash)
      if (fresh) return fresh
      try {
        return await look(hash)
      } catch (error) {
        if (!kept?.session || age >= STALE_MS || isOver(kept.session)) throw error
        log.warn({ err: error }, 'identity does not answer; a session goes on with what is known of it')
        return kept.session
      }
    },
    async revoke(hashes) {
      generation++
      for (const hash of hashes) {
        revoked.set(hash, now() + REVOKED_MS)
        forget(hash)
      }
      await Promise.all(hashes.map((hash) => cache.delete(cacheKey(hash))))
    },
    async forgetUser(userId) {
      generation++
      const hashes = hashesOf.get(userId) ?? []
      for (const hash of hashes) forget(hash)
      await Promise.all(hashes.map((hash) => cache.delete(cacheKey(hash))))
    },
  }
}
