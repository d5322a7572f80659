import type { Transaction } from '@purple-sector/database'
import { publishPending } from './publish-leaderboards.ts'

/**
 * Locks the weekends' rows, first in the lock order, and publishes what is pending in them (ADR 24). Standings and
 * board versions change only under these locks, and a scoring holds its own until it commits. Tips do not wait for
 * them.
 */
export const selectWeekendsForUpdate = async (sql: Transaction, weekendIds: readonly number[]): Promise<void> => {
  if (weekendIds.length === 0) return
  await sql.raw('select from weekends where id = any(?::integer[]) order by id for no key update', [[...weekendIds]])
  await publishPending(sql, weekendIds)
}

/**
 * Locks one weekend's row and publishes what is pending in it. Lock order: a caller that also locks a race's row passes
 * its `raceId`, because that row comes before the events' key.
 */
export const selectWeekendForUpdate = async (sql: Transaction, weekendId: number, raceId?: number): Promise<void> => {
  await sql.raw('select from weekends where id = ? for no key update', [weekendId])
  await publishPending(sql, [weekendId], raceId)
}
