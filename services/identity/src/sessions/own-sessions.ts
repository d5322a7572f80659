import type { OwnSession } from '@purple-sector/contracts/identity/http'
import type { Database } from '@purple-sector/database'
import type { Caller } from '@purple-sector/service-kit'
import { notFound } from '@purple-sector/service-kit/errors'
import type { IdentityDependencies } from '../dependencies.ts'
import { sessions } from '../tables.ts'
import { sessionRepository } from './session-repository.ts'

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

/** Ends one session of the caller, possibly the current one. */
export const endOwnSession =
  ({ database, log }: Pick<IdentityDependencies, 'database' | 'log'>) =>
  async ({ userId }: Caller, id: string): Promise<void> => {
    const isEnded = await database.transaction((sql) => sessionRepository(sql).endOf(userId, id))
    if (!isEnded) throw notFound('SESSION_NOT_FOUND', 'You have no such sign-in.')
    log.info({ event: 'session.ended', userId }, 'Signed out in one browser')
  }
