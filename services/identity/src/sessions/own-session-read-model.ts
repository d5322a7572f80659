import type { OwnSession } from '@purple-sector/contracts/identity/http'
import type { Database } from '@purple-sector/database'
import type { Caller } from '@purple-sector/service-kit'
import { sessions } from '../tables.ts'

/** Lifetime of an unused session, as in `resolve-sessions-sql.ts`. */
const lifetimeOf = ({ isAdmin }: Caller): string => (isAdmin ? '12 hours' : '30 days')

/** Lists the caller's sessions, the latest first. */
export const ownSessions =
  (database: Database) =>
  async (caller: Caller): Promise<OwnSession[]> => {
    const rows = await sessions(database)
      .where({ user_id: caller.userId })
      .whereRaw('last_seen_at > now() - ?::interval', [lifetimeOf(caller)])
      .orderBy([{ column: 'last_seen_at', order: 'desc' }, { column: 'created_at', order: 'desc' }, 'id'])
    return rows.map(({ id, browser, created_at, last_seen_at }) => ({
      id,
      browser,
      createdAt: created_at.toISOString(),
      lastSeenAt: last_seen_at.toISOString(),
      isCurrent: id === caller.sessionId,
    }))
  }
