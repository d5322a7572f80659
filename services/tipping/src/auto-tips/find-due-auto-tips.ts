import type { Database, Transaction } from '@purple-sector/database'
import type { CountingRace } from '../tips/tip.ts'
import { autoTipRepository, type CategoryInRound } from './auto-tip-repository.ts'
import { chooseCar } from './choose-car.ts'
import { isAutoTipAhead } from './decide-auto-tip.ts'

/** A category that counts in a group's scope, with its counting races there. */
export type CategoryOfGroup = { scopeId: number; weekendId: number; categoryId: number; races: readonly CountingRace[] }

/**
 * Finds the members of a group who get an automatic tip in a category unless they tip themselves, also before it is time for
 * it (docs/rules.md, Tips).
 */
export const findDueAutoTips = async (
  sql: Database | Transaction,
  { scopeId, weekendId, categoryId, races }: CategoryOfGroup,
  now: Date,
): Promise<Set<string>> => {
  const autoTips = autoTipRepository(sql)
  const round = isAutoTipAhead(races, now) ? await autoTips.findRound(weekendId) : undefined
  if (!round) return new Set()
  const category: CategoryInRound = { ...round, categoryId }
  const candidates = await autoTips.candidatesInGroup(category, scopeId)
  const racing = await autoTips.racingCars(category)
  const earlierCars = await autoTips.carsById([...new Set(candidates.map(({ earlierCarId }) => earlierCarId))])
  const isChosen = (earlierCarId: number): boolean => {
    const earlier = earlierCars.get(earlierCarId)
    return earlier !== undefined && chooseCar(earlier, racing) !== undefined
  }
  return new Set(candidates.filter(({ earlierCarId }) => isChosen(earlierCarId)).map(({ userId }) => userId))
}
