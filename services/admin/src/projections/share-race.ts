import { weekendKey } from '@purple-sector/contracts/event'
import type { Transaction } from '@purple-sector/database'
import { lockAndCheckDeleted } from '@purple-sector/messaging'

/**
 * Shares a race and its weekend until the transaction ends, and answers whether its owner deleted either: nothing is
 * written into what goes.
 */
export const shareRace = async (
  sql: Transaction,
  { id, weekendId }: { id: number; weekendId: number },
): Promise<{ isDeleted: boolean }> => {
  const weekend = await lockAndCheckDeleted(sql, 'shared', weekendKey(weekendId))
  const race = await lockAndCheckDeleted(sql, 'shared', `race/${id}`)
  return { isDeleted: weekend.isDeleted || race.isDeleted }
}
