import type { Transaction } from '@purple-sector/database'
import { publishPending } from './publish-leaderboards.ts'

/**
 * Holds the weekends' rows, the first of their locks: standings and versions of boards change only under them, and
 * whoever scores holds the row to the end. Tips do not wait for it. What a scoring of theirs has not told yet is told
 * before it is held by anybody else (ADR 24).
 */
export const selectWeekendsForUpdate = async (sql: Transaction, weekendIds: readonly number[]): Promise<void> => {
  if (weekendIds.length === 0) return
  await sql.raw('select from weekends where id = any(?::integer[]) order by id for no key update', [[...weekendIds]])
  await publishPending(sql, weekendIds)
}

/** Of who goes on to take the row of a `race` as well: it comes before the key of the events. */
export const selectWeekendForUpdate = async (sql: Transaction, weekendId: number, race?: number): Promise<void> => {
  await sql.raw('select from weekends where id = ? for no key update', [weekendId])
  await publishPending(sql, [weekendId], race)
}
