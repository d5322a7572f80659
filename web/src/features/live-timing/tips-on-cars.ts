import type { PotentialPoints } from '@purple-sector/contracts/tipping/http'

/** Whose tip a car is: the fan's in the open competition, or in a group. */
export type TipMark = 'own' | 'group'

/** The cars the fan has tipped; the open competition goes first where a car is tipped in both. */
export const tipsOnCars = (stakes: readonly PotentialPoints[] | undefined): ReadonlyMap<number, TipMark> => {
  const marks = new Map<number, TipMark>()
  for (const { carId, groupId } of stakes ?? [])
    if (groupId === null) marks.set(carId, 'own')
    else if (!marks.has(carId)) marks.set(carId, 'group')
  return marks
}
