import { seasonSubject, userSubject, weekendSubject } from '@purple-sector/contracts/event'
import { lockSubject, prepared, type Transaction } from '@purple-sector/database'
import { lockAllAndCheckDeleted } from '@purple-sector/messaging'
import { unauthorized } from '@purple-sector/service-kit/errors'

import type { JokerContext, JokerMove } from './joker.ts'
import { JOKERS_LOCK_AT } from './joker-lock-sql.ts'

/** The caller's jokers of a season, and the weekends that a request names. */
type JokerRequest = { seasonId: number; userId: string; weekendIds: readonly number[] }

/** Starts after the locks are acquired and reads the clock once. */
const CONTEXT = `
with clock as materialized (select clock_timestamp() as now)
select clock.now, season.jokers,
  array(select weekend_id from jokers where season_id = :seasonId and user_id = :userId) as played,
  coalesce((
    select json_agg(json_build_object('weekendId', weekend.id, 'isCompleted', weekend.status = 'completed',
      'locksAt', ${JOKERS_LOCK_AT('weekend.id')}))
    from season_rounds round join weekends weekend on weekend.id = round.weekend_id and not weekend.deleted
    where round.season_id = :seasonId and round.weekend_id = any(:weekendIds::integer[])
  ), '[]') as rounds
from seasons season cross join clock where season.id = :seasonId`

type ContextRow = {
  now: Date
  jokers: number
  played: number[]
  rounds: { weekendId: number; isCompleted: boolean; locksAt: string | null }[]
}

/** Jokers of fans, for the transaction that plays or takes back one. */
export const jokerRepository = (sql: Transaction) => ({
  /**
   * Locks the season and the weekends in shared mode, as tips do, so that closing a session, completing a weekend and
   * changing the season exclude this; then the fan, so that two requests never play more jokers than there are. Reads the
   * context afterwards. Undefined for an unknown season; throws 401 for a deleted account.
   */
  async selectContextForUpdate({ seasonId, userId, weekendIds }: JokerRequest): Promise<JokerContext | undefined> {
    const subjects = [seasonSubject(seasonId), ...weekendIds.map(weekendSubject)]
    const deleted = await lockAllAndCheckDeleted(sql, 'shared', [...subjects, userSubject(userId)])
    if (deleted.has(userSubject(userId))) throw unauthorized()
    await lockSubject(sql, 'exclusive', `jokers-of/${userId}/${seasonId}`)
    const { rows } = await prepared<ContextRow>(sql, 'joker-context', CONTEXT, { seasonId, userId, weekendIds })
    const [row] = rows
    if (!row) return undefined
    const rounds = row.rounds.map(({ locksAt, ...round }) => ({
      ...round,
      locksAt: locksAt === null ? null : new Date(locksAt),
    }))
    return { ...row, rounds }
  },

  /** Stores what was decided, at the time of the context. */
  async save({ seasonId, userId }: JokerRequest, { add, remove }: JokerMove, now: Date): Promise<void> {
    const own = { season_id: seasonId, user_id: userId }
    if (remove !== null)
      await sql('jokers')
        .where({ ...own, weekend_id: remove })
        .delete()
    if (add !== null) await sql('jokers').insert({ ...own, weekend_id: add, played_at: now })
  },
})
