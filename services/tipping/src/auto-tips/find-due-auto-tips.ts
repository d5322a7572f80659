import type { Database, Transaction } from '@purple-sector/database'
import type { CountingRace } from '../tips/tip.ts'
import { autoTipRepository, type CategoryInRound, type Round } from './auto-tip-repository.ts'
import { chooseCar } from './choose-car.ts'
import { isAutoTipAhead } from './decide-auto-tip.ts'

/** A category that counts in a group's scope, with its counting races there. */
export type CategoryOfGroup = { scopeId: number; categoryId: number; races: readonly CountingRace[] }

/**
 * Finds the members of a group who get an automatic tip in a category of a round unless they tip themselves, also before it
 * is time for it (docs/rules.md, Tips): that of the group, or that of the open competition where they use their open tips.
 */
export const findDueAutoTips = async (
  sql: Database | Transaction,
  round: Round,
  { scopeId, categoryId, races }: CategoryOfGroup,
  now: Date,
): Promise<Set<string>> => {
  const autoTips = autoTipRepository(sql)
  const category: CategoryInRound = { ...round, categoryId }
  const isAhead = { group: isAutoTipAhead(races, now), open: isAutoTipAhead(await autoTips.openRaces(category), now) }
  if (!isAhead.group && !isAhead.open) return new Set()
  const candidates = (await autoTips.candidatesInGroup(category, scopeId)).filter(({ groupId }) =>
    groupId === null ? isAhead.open : isAhead.group,
  )
  const racing = await autoTips.racingCars(category)
  const earlierCars = await autoTips.carsById([...new Set(candidates.map(({ earlierCarId }) => earlierCarId))])
  const isChosen = (earlierCarId: number): boolean => {
    const earlier = earlierCars.get(earlierCarId)
    return earlier !== undefined && chooseCar(earlier, racing) !== undefined
  }
  return new Set(candidates.filter(({ earlierCarId }) => isChosen(earlierCarId)).map(({ userId }) => userId))
}
