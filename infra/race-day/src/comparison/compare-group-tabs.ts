import { carInForce, type ExpectedRace } from '../account/expected-board.ts'
import {
  type ExpectedGroup,
  earnedInGroup,
  everInGroup,
  isPresent,
  isVisibleTo,
  type Membership,
  raceInGroup,
} from '../account/expected-group.ts'
import type { FinalAccount } from '../account/final-account.ts'
import { inParallel } from '../fans/in-parallel.ts'
import type { ProductApi } from '../fans/product-api.ts'
import type { CategoryStandingsReply, PicksReply, RaceProgressReply } from '../fans/replies.ts'
import type { Programme } from '../race-control/set-up-weekend.ts'
import { type GroupView, readersOf } from './compare-groups.ts'
import { type Difference, differs } from './differences.ts'

/** Time around a lock within which picks may be published or not; ms. */
const margin = 2_500

/** Compares the other tabs of every group's board, as its admin and others read them. */
export const compareGroupTabs = async (
  { api, programme }: { api: ProductApi; programme: Programme },
  views: GroupView[],
  races: ExpectedRace[],
): Promise<Difference[]> => {
  const differences = await inParallel(views, 4, async (view) => {
    const { played } = view
    const readers = await inParallel([played.founder, ...readersOf(played)], 1, async (reader) => {
      const { cookie, user } = reader.account
      const where = `group ${played.plan.recorded.name}, read by ${reader.plan.name}`
      const isVisible = (userId: string) =>
        [userId, view.group.founderId].includes(user.id) || !hiddenOf(view).has(userId)
      const isRanked = (userId: string) => !hiddenOf(view).has(userId)
      const progress = await api.groups.raceProgress(cookie, played.id)
      const standings = await api.groups.categoryStandings(cookie, played.id)
      const requestedAt = Date.now()
      const picks = await api.groups.picks(cookie, played.id)
      return [
        ...compareProgress(`${where}, race-progress`, view.group, races, progress, isVisible),
        ...compareCategories(`${where}, category-standings`, programme, view.group, races, standings, {
          isVisible,
          isRanked,
        }),
        ...comparePicks(
          `${where}, picks`,
          { programme, requestedAt, receivedAt: Date.now() },
          { expected: groupPicks(view.group, races, user.id), reported: picks, reader: user.id },
        ),
      ]
    })
    return readers.flat()
  })
  return differences.flat()
}

const hiddenOf = ({ board }: GroupView): Set<string> =>
  new Set(board.flatMap(({ isHidden, userId }) => (isHidden ? [userId] : [])))

type IsVisible = (userId: string) => boolean
type Earned = { userId: string; points: number }

const earnedIn = (group: ExpectedGroup, races: ExpectedRace[]): Earned[] =>
  group.memberships.filter(isPresent).map((member) => ({
    userId: member.userId,
    points: races.reduce((sum, race) => sum + (earnedInGroup(group, member, race)?.points ?? 0), 0),
  }))

/** Compares a list of the best: displayed points are right, and no better ranked member is missing. */
const compareBest = (
  where: string,
  expected: Earned[],
  reported: { userId: string; points: number | null }[],
  limit: number,
  { isVisible, isRanked }: { isVisible: IsVisible; isRanked: IsVisible },
): Difference[] => {
  const expectedPoints = new Map(expected.map(({ userId, points }) => [userId, isVisible(userId) ? points : null]))
  const best = expected
    .flatMap(({ userId, points }) => (isRanked(userId) && points > 0 ? [points] : []))
    .sort((a, b) => b - a)
    .slice(0, limit)
  const actual = reported.flatMap(({ userId, points }) => (points && isRanked(userId) ? [points] : []))
  return [
    ...differs(where, 'points of the best', best, actual),
    ...reported.flatMap(({ userId, points }) =>
      differs(where, `points of ${userId}`, expectedPoints.get(userId), points),
    ),
  ]
}

const compareProgress = (
  where: string,
  group: ExpectedGroup,
  races: ExpectedRace[],
  reported: RaceProgressReply[],
  isVisible: IsVisible,
): Difference[] => {
  const counting = races.filter((race) => raceInGroup(group, race).counts)
  const ids = (list: { raceId: number }[]) => list.map(({ raceId }) => raceId).sort((a, b) => a - b)
  const members = group.memberships.filter(isPresent)
  return [
    ...differs(where, 'races', ids(counting), ids(reported)),
    ...counting.flatMap((race) => {
      const actual = reported.find(({ raceId }) => raceId === race.raceId)
      if (!actual) return []
      const at = `${where}, race ${race.raceId}`
      const tipped = members.filter((member) => carInForce(member.tips, race) !== null)
      return [
        ...differs(at, 'participants', members.length, actual.participants),
        ...differs(at, 'tipped', tipped.length, actual.tipped),
        ...differs(at, 'is scored', race.classification !== null, actual.topPerformers !== null),
        ...compareBest(at, earnedIn(group, [race]), actual.topPerformers ?? [], 3, { isVisible, isRanked: isVisible }),
      ]
    }),
  ]
}

const compareCategories = (
  where: string,
  { categories }: Programme,
  group: ExpectedGroup,
  races: ExpectedRace[],
  reported: CategoryStandingsReply[],
  visibility: { isVisible: IsVisible; isRanked: IsVisible },
): Difference[] => {
  const counting = races.filter((race) => raceInGroup(group, race).counts)
  const names = [...new Set(counting.map(({ category }) => category))]
  return [
    ...differs(
      where,
      'categories',
      names.map((name) => categories.get(name)?.id ?? 0).sort((a, b) => a - b),
      reported.map(({ categoryId }) => categoryId).sort((a, b) => a - b),
    ),
    ...names.flatMap((name) => {
      const actual = reported.find(({ categoryId }) => categoryId === categories.get(name)?.id)
      const inCategory = counting.filter(({ category }) => category === name)
      return compareBest(`${where}, ${name}`, earnedIn(group, inCategory), actual?.top ?? [], 5, visibility)
    }),
  ]
}

/**
 * The expected picks of a scope by category.
 * `locks` is the last lock that publication waits for, `cars` each fan's final car.
 */
export type ExpectedPicks = Map<string, { locks: number; cars: Map<string, number> }>

type Tipping = Pick<Membership, 'userId' | 'tips'>

/** Builds the expected picks; `awaited` includes races that counted once and may count again. */
const picksOf = (
  { counting, awaited }: { counting: ExpectedRace[]; awaited: ExpectedRace[] },
  carsByUser: Tipping[],
): ExpectedPicks => {
  const names = [...new Set(counting.map(({ category }) => category))]
  return new Map(
    names.map((name) => {
      const locks = awaited
        .filter(({ category }) => category === name)
        .map(({ deadline }) => deadline ?? Number.POSITIVE_INFINITY)
      const cars = carsByUser.flatMap(({ userId, tips }): [string, number][] => {
        const last = carInForce(tips, { category: name, deadline: null })
        return last === null ? [] : [[userId, last]]
      })
      return [name, { locks: Math.max(...locks), cars: new Map(cars) }]
    }),
  )
}

/** Returns a group's picks without members whose points are hidden from the reader. */
export const groupPicks = (group: ExpectedGroup, races: ExpectedRace[], reader: string): ExpectedPicks =>
  picksOf(
    {
      counting: races.filter((race) => raceInGroup(group, race).counts),
      awaited: races.filter((race) => everInGroup(group, race)),
    },
    group.memberships.filter((member) => isPresent(member) && isVisibleTo(group, member, reader)),
  )

export const openPicks = ({ expectedRaces, fans }: FinalAccount): ExpectedPicks =>
  picksOf(
    {
      counting: expectedRaces.filter(({ counts }) => counts),
      awaited: expectedRaces.filter(({ everCounted }) => everCounted),
    },
    fans,
  )

type PicksRequest = { programme: Programme; requestedAt: number; receivedAt: number }
type PicksComparison = { expected: ExpectedPicks; reported: PicksReply[]; reader: string }

/**
 * Checks that a category has no picks before its last lock, and all of them after it.
 * Around the lock either is right.
 */
export const comparePicks = (
  where: string,
  { programme: { categories }, requestedAt, receivedAt }: PicksRequest,
  { expected, reported, reader }: PicksComparison,
): Difference[] => {
  const id = (name: string) => categories.get(name)?.id ?? 0
  return [
    ...differs(
      where,
      'categories',
      [...expected.keys()].map(id).sort((a, b) => a - b),
      reported.map(({ categoryId }) => categoryId).sort((a, b) => a - b),
    ),
    ...[...expected].flatMap(([name, { locks, cars }]) => {
      const actual = reported.find(({ categoryId }) => categoryId === id(name))
      if (!actual) return []
      const at = `${where}, ${name}`
      const isNear = requestedAt - margin < locks && locks < receivedAt + margin
      if (!isNear && actual.open !== locks > requestedAt) return differs(at, 'open', locks > requestedAt, actual.open)
      if (actual.open) return []
      const counts = new Map<number, number>()
      for (const car of cars.values()) counts.set(car, (counts.get(car) ?? 0) + 1)
      const inWords = (list: [number, number][]) => list.map(([car, count]) => `${car}: ${count}`).sort()
      const carsByUser = (list: [string, number][]) => list.map(([userId, car]) => `${userId}: ${car}`).sort()
      const listed = actual.members?.map(({ userId, carId }): [string, number] => [userId, carId])
      return [
        ...differs(at, 'tips', cars.size, actual.tips),
        ...differs(at, 'cars', inWords([...counts]), inWords(actual.cars.map(({ carId, count }) => [carId, count]))),
        ...differs(at, 'yours', cars.get(reader) ?? null, actual.yours),
        ...actual.cars.flatMap(({ carId, count, percent }) =>
          Math.abs((100 * count) / cars.size - percent) > 0.051
            ? differs(at, `percent of car id ${carId}`, (100 * count) / cars.size, percent)
            : [],
        ),
        ...(listed ? differs(at, 'members', carsByUser([...cars]), carsByUser(listed)) : []),
      ]
    }),
  ]
}
