import { weekendKey } from '@purple-sector/contracts/event'
import type { Transaction } from '@purple-sector/database'
import { isDeleted } from '@purple-sector/messaging'

/** Writers share the weekend, its deletion takes it alone: nothing is written into a weekend that goes. */
export const shareWeekend = async (sql: Transaction, weekendId: number): Promise<void> => {
  await sql.raw('select pg_advisory_xact_lock_shared(hashtextextended(?, 0))', [weekendKey(weekendId)])
}

export const takeWeekend = async (sql: Transaction, weekendId: number): Promise<void> => {
  await sql.raw('select pg_advisory_xact_lock(hashtextextended(?, 0))', [weekendKey(weekendId)])
}

/** Whether the session, or its weekend, was deleted by its owner. Ask while sharing the weekend. */
export const isRaceDeleted = async (sql: Transaction, { id, weekendId }: { id: number; weekendId: number }) =>
  (await isDeleted(sql, `race/${id}`)) || (await isDeleted(sql, weekendKey(weekendId)))
