import type { PotentialPoints } from '@purple-sector/contracts/tipping/http'

/** Competition of a tip on a car: the open one, or a group. */
export type TipMark = 'own' | 'group'

/** Returns the cars the fan has tipped; the open competition wins where a car is tipped in both. */
export const tipsOnCars = (potentialPoints: readonly PotentialPoints[] | undefined): ReadonlyMap<number, TipMark> => {
  const marks = new Map<number, TipMark>()
  for (const { carId, groupId } of potentialPoints ?? [])
    if (groupId === null) marks.set(carId, 'own')
    else if (!marks.has(carId)) marks.set(carId, 'group')
  return marks
}
