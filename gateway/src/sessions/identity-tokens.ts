import type { IdentitySigner } from '@purple-sector/service-kit'
import { atMost, expiring } from '@purple-sector/service-kit/caching/lru-settings'
import { LRUCache } from 'lru-cache'
import type { Session } from './sessions.ts'

/** A token lives 10 minutes; it is renewed before services would need their clock tolerance. */
const RENEW_AFTER_MS = 8 * 60_000
/** About 1 kB each. */
const MAX_TOKENS = 100_000

type Entry = { session: Session; token: Promise<string> }

const isSameIdentity = (a: Session, b: Session): boolean =>
  a.userId === b.userId &&
  a.sessionId === b.sessionId &&
  a.isAdmin === b.isAdmin &&
  a.username === b.username &&
  a.firstName === b.firstName &&
  a.lastName === b.lastName

/** Signs the identity token of a session once, and reuses it until it nears its end or the identity changes. */
export const identityTokens = (
  sign: IdentitySigner,
  now: () => number = Date.now,
): ((session: Session) => Promise<string>) => {
  const entries = new LRUCache<string, Entry>({ ...atMost(MAX_TOKENS), ...expiring(RENEW_AFTER_MS, now) })
  return (session) => {
    const cached = entries.get(session.hash)
    if (cached?.session === session) return cached.token
    if (cached && isSameIdentity(cached.session, session)) {
      cached.session = session
      return cached.token
    }
    const { userId, username, firstName, lastName, isAdmin, sessionId } = session
    const token = sign({ userId, username, firstName, lastName, isAdmin, sessionId })
    token.catch(() => entries.delete(session.hash))
    entries.set(session.hash, { session, token })
    return token
  }
}
