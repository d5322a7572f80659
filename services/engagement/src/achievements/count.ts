import { prepared, type Transaction } from '@purple-sector/database'
import { holdCounters } from '../points/hold-counters.ts'
import { COUNT, DONE } from './counters.ts'
import { GRANT, tellGranted } from './grant.ts'

const THESE = 'select unnest(:userIds::text[]) as user_id'

const COUNT_AND_GRANT = `
with counted as (${COUNT(DONE, THESE)}), granted as (${GRANT('counted', DONE.counters)})
select count(*)::integer as granted from granted`

/**
 * Counts anew what fans have done and grants what is reached by that, with its notification and its points, in the
 * transaction of whoever noticed that they did something: after the activity is noted (`awardPoints`). Calling it again
 * changes nothing. `weekendId` says on which board the points count. Two that count a fan go one after the other: else the
 * second would store what it counted before the first had committed.
 */
export const countAll = async (
  sql: Transaction,
  userIds: readonly string[],
  weekendId: number | null,
): Promise<void> => {
  await holdCounters(sql, userIds)
  const { rows } = await prepared<{ granted: number }>(sql, 'count-achievements', COUNT_AND_GRANT, { userIds })
  if (rows[0]?.granted) await tellGranted(sql, weekendId)
}

/** The same of one. */
export const count = (sql: Transaction, userId: string, weekendId: number | null): Promise<void> =>
  countAll(sql, [userId], weekendId)
