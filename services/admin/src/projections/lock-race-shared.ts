import { weekendSubject } from '@purple-sector/contracts/event'
import type { Transaction } from '@purple-sector/database'
import { lockAndCheckDeleted } from '@purple-sector/messaging'

/**
 * Locks a race and its weekend shared until the transaction ends, so that nothing is written into a deleted subject.
 * Returns whether either is deleted.
 */
export const lockRaceShared = async (
  sql: Transaction,
  { id, weekendId }: { id: number; weekendId: number },
): Promise<{ isDeleted: boolean }> => {
  const weekend = await lockAndCheckDeleted(sql, 'shared', weekendSubject(weekendId))
  const race = await lockAndCheckDeleted(sql, 'shared', `race/${id}`)
  return { isDeleted: weekend.isDeleted || race.isDeleted }
}
