import {
  countingRaces,
  type RecomputedScope,
  type RecordedRace,
  type RecordedScenario,
  type RecordedScope,
  recompute,
} from './recompute.ts'
import { recomputePicks } from './recompute-group-reads.ts'

/* Recomputes what a fan can still reach in plain steps: it plays each podium of the last race and sorts the whole board. */

type Row = RecomputedScope['rows'][number]
type Expected = {
  maxReachable: number | null
  canWin: boolean
  clinched: boolean
  podiums: { total: number; win: number; top3: number } | null
}

const NO_PART: Expected = { maxReachable: null, canWin: false, clinched: false, podiums: null }

const isAhead = (a: Row, b: Row): boolean => {
  const scoreOf = ({ totalPoints, picks }: Row) => [totalPoints, picks.first, picks.second, picks.third]
  const [left, right] = [scoreOf(a), scoreOf(b)]
  const index = left.findIndex((value, position) => value !== right[position])
  return index >= 0 && left[index]! > right[index]!
}

/** The scope with one race finished in this order. */
const afterPodium = (
  recorded: RecordedScenario,
  scope: RecordedScope,
  raceId: number,
  podium: readonly (number | null)[],
): RecomputedScope => {
  const races = recorded.races.map((race) => (race.raceId === raceId ? { ...race, podium } : race))
  const [result] = recompute({ ...recorded, races, scopes: [scope] })
  return result!
}

/** `cancelled` are the races whose result was withdrawn, `cars` those that are not out, by category. */
export const recomputeChances = (
  recorded: RecordedScenario,
  scope: RecordedScope,
  viewer: string,
  { cancelled, cars }: { cancelled: ReadonlySet<number>; cars: ReadonlyMap<number, readonly number[]> },
): Expected => {
  const [{ rows }] = recompute({ ...recorded, scopes: [scope] }) as [RecomputedScope]
  const own = rows.find(({ userId }) => userId === viewer)
  if (!own) return NO_PART
  const isVisible = ({ isHidden, userId }: Row): boolean =>
    userId !== viewer && (!isHidden || viewer === scope.adminUserId)
  const rivals = rows.filter(isVisible)
  const remaining = countingRaces(recorded, scope).filter(
    ({ raceId, podium }) => podium === null && !cancelled.has(raceId),
  )
  const openCategories = new Set(
    recomputePicks(recorded, scope).flatMap(({ categoryId, open }) => (open ? [categoryId] : [])),
  )
  const carsOf = ({ categoryId }: RecordedRace): readonly number[] => cars.get(categoryId) ?? []
  const isLocked = ({ locksAt, mayOpenAgain }: RecordedRace): boolean =>
    locksAt !== null && locksAt <= recorded.now && !mayOpenAgain
  const hasVisiblePicks = ({ categoryId }: RecordedRace): boolean => !openCategories.has(categoryId)

  /** What a first place pays a participant, by a race in which any car wins, since prices are of the scope. */
  const firstPlace = (race: RecordedRace): number => {
    const rules = scope.rules.findLast(
      ({ inForceFrom }) => inForceFrom === null || inForceFrom <= (isLocked(race) ? race.locksAt! : recorded.now),
    )?.rules
    if (!rules?.useCustomPoints) return race.points.first
    return rules.customPoints[race.categoryId]?.first ?? 25
  }
  const carOf = (race: RecordedRace, userId: string): number | undefined =>
    carsOf(race).find((carId) =>
      afterPodium(recorded, scope, race.raceId, [carId, null, null]).awards.some(
        (award) => award.raceId === race.raceId && award.userId === userId,
      ),
    )
  const most = (row: Row, isKnown: (race: RecordedRace) => boolean): number =>
    remaining.reduce(
      (points, race) =>
        points + (isLocked(race) && isKnown(race) && carOf(race, row.userId) === undefined ? 0 : firstPlace(race)),
      row.totalPoints,
    )
  const maxReachable = most(own, () => true)
  const newcomer = remaining.filter((race) => !isLocked(race)).reduce((points, race) => points + firstPlace(race), 0)
  const hasOpenRace = remaining.some((race) => !isLocked(race))
  const rivalMaxima = [...rivals.map((row) => most(row, hasVisiblePicks)), ...(hasOpenRace ? [newcomer] : [])]

  const [last] = remaining
  const finishers = last ? carsOf(last) : []
  if (!last || remaining.length > 1 || !isLocked(last) || !hasVisiblePicks(last) || finishers.length < 3)
    return {
      maxReachable,
      canWin: rivals.every(({ totalPoints }) => totalPoints <= maxReachable),
      clinched: rivalMaxima.every((maximum) => maximum < own.totalPoints),
      podiums: null,
    }
  const podiums = { total: 0, win: 0, top3: 0 }
  for (const first of finishers)
    for (const second of finishers)
      for (const third of finishers) {
        if (new Set([first, second, third]).size < 3) continue
        const after = afterPodium(recorded, scope, last.raceId, [first, second, third]).rows
        const ownAfter = after.find(({ userId }) => userId === viewer)!
        const position = 1 + after.filter((row) => isVisible(row) && isAhead(row, ownAfter)).length
        podiums.total += 1
        podiums.win += Number(position === 1)
        podiums.top3 += Number(position <= 3)
      }
  return { maxReachable, canWin: podiums.win > 0, clinched: podiums.win === podiums.total, podiums }
}
