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
export const afterPodium = (
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
export type RaceFacts = { cancelled: ReadonlySet<number>; cars: ReadonlyMap<number, readonly number[]> }

/** A counting race that can still pay points. */
export type Remaining = {
  race: RecordedRace
  first: number
  isLocked: boolean
  hasVisiblePicks: boolean
  cars: readonly number[]
  /** The car of the user's tip at the lock, if it earns and is not out. */
  carOf(userId: string): number | undefined
}

/** The counting races of a scope that can still pay points. */
export const remainingRaces = (
  recorded: RecordedScenario,
  scope: RecordedScope,
  { cancelled, cars }: RaceFacts,
): Remaining[] => {
  const openCategories = new Set(
    recomputePicks(recorded, scope).flatMap(({ categoryId, open }) => (open ? [categoryId] : [])),
  )
  return countingRaces(recorded, scope)
    .filter(({ raceId, podium }) => podium === null && !cancelled.has(raceId))
    .flatMap((race): Remaining[] => {
      const { raceId, categoryId, locksAt, mayOpenAgain, points } = race
      const isLocked = locksAt !== null && locksAt <= recorded.now && !mayOpenAgain
      /** What a first place pays a participant, by a race in which any car wins, since prices are of the scope. */
      const rules = scope.rules.findLast(
        ({ inForceFrom }) => inForceFrom === null || inForceFrom <= (isLocked ? locksAt : recorded.now),
      )?.rules
      if (!rules) return []
      const finishers = cars.get(categoryId) ?? []
      const known = new Map<number, ReadonlySet<string>>()
      const winnersOf = (carId: number): ReadonlySet<string> => {
        const found = known.get(carId)
        if (found) return found
        const { awards } = afterPodium(recorded, scope, raceId, [carId, null, null])
        const winners = new Set(awards.flatMap((award) => (award.raceId === raceId ? [award.userId] : [])))
        known.set(carId, winners)
        return winners
      }
      return [
        {
          ...{ race, isLocked, cars: finishers },
          first: rules.useCustomPoints ? (rules.customPoints[categoryId]?.first ?? 25) : points.first,
          hasVisiblePicks: !openCategories.has(categoryId),
          carOf: (userId) => finishers.find((carId) => winnersOf(carId).has(userId)),
        },
      ]
    })
}

export const recomputeChances = (
  recorded: RecordedScenario,
  scope: RecordedScope,
  viewer: string,
  facts: RaceFacts,
): Expected => {
  const [{ rows }] = recompute({ ...recorded, scopes: [scope] }) as [RecomputedScope]
  const own = rows.find(({ userId }) => userId === viewer)
  if (!own) return NO_PART
  const isVisible = ({ isHidden, userId }: Row): boolean =>
    userId !== viewer && (!isHidden || viewer === scope.adminUserId)
  const rivals = rows.filter(isVisible)
  const remaining = remainingRaces(recorded, scope, facts)
  const most = (row: Row, isKnown: (race: Remaining) => boolean): number =>
    remaining.reduce(
      (points, race) =>
        points + (race.isLocked && isKnown(race) && race.carOf(row.userId) === undefined ? 0 : race.first),
      row.totalPoints,
    )
  const maxReachable = most(own, () => true)
  const newcomer = remaining.filter(({ isLocked }) => !isLocked).reduce((points, { first }) => points + first, 0)
  const hasOpenRace = remaining.some(({ isLocked }) => !isLocked)
  const rivalMaxima = [
    ...rivals.map((row) => most(row, ({ hasVisiblePicks }) => hasVisiblePicks)),
    ...(hasOpenRace ? [newcomer] : []),
  ]

  const [last] = remaining
  const finishers = last?.cars ?? []
  if (!last || remaining.length > 1 || !last.isLocked || !last.hasVisiblePicks || finishers.length < 3)
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
        const after = afterPodium(recorded, scope, last.race.raceId, [first, second, third]).rows
        const ownAfter = after.find(({ userId }) => userId === viewer)!
        const position = 1 + after.filter((row) => isVisible(row) && isAhead(row, ownAfter)).length
        podiums.total += 1
        podiums.win += Number(position === 1)
        podiums.top3 += Number(position <= 3)
      }
  return { maxReachable, canWin: podiums.win > 0, clinched: podiums.win === podiums.total, podiums }
}
