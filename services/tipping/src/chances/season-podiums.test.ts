import fc from 'fast-check'
import { expect, test } from 'vitest'
import { computeField, podiumsOf } from './podium-field.ts'
import { podiumIndex } from './podiums.ts'
import type { ParticipantRound, SeasonRound, SeasonState } from './season-competition.ts'
import { highestTotal, totalOf } from './season-competition.ts'
import { type LastOfSeason, type RoundPool, type SeasonTipper, seasonField, seasonMovers } from './season-podiums.ts'
import type { LastRace, RemainingRace, WeekendOrder } from './weekend-competition.ts'

const drained = <Result>(steps: Generator<void, Result>): Result => {
  for (;;) {
    const { done, value } = steps.next()
    if (done) return value
  }
}

/*
 * A generated season: what each participant has in each round, and one race left in one of them. The oracle plays each
 * podium, writes out the leaderboard of that weekend and then that of the season, by the rules' text and with none of the
 * code under test.
 */

type Person = {
  isHidden: boolean
  rounds: { order: number[] | null; isBefore: boolean }[]
  jokers: number[]
  carId: number | null
}
type Rules = { countBest: number | null; missedWeekend: 'zero' | 'lowest' | 'average' }
type Game = {
  cars: number
  prices: { first: number; second: number; third: number }
  rules: Rules
  /** The index of the round with the last race. */
  last: number
  rounds: { multiplier: number; isCompleted: boolean; hasResult: boolean }[]
  people: Person[]
}

const compare = (a: readonly number[], b: readonly number[]): number => {
  for (const [index, value] of a.entries()) if (value !== b[index]) return value - (b[index] ?? 0)
  return 0
}

const afterRace = (person: Person, round: number, game: Game, podium: readonly number[]): number[] | null => {
  const { order } = person.rounds[round]!
  if (order === null || round !== game.last || person.carId === null) return order
  const place = podium.indexOf(person.carId)
  if (place < 0) return order
  const after = [...order]
  after[0]! += [game.prices.first, game.prices.second, game.prices.third][place]!
  after[place + 1]! += 1
  return after
}

/** Final season orders of all, as the rules say. */
const finalOrders = (game: Game, podium: readonly number[]): number[][] => {
  const counts = game.rounds.map(({ hasResult }, index) => hasResult || index === game.last)
  const boards = game.rounds.map((_, round) => game.people.map((person) => afterRace(person, round, game, podium)))
  const winners = boards.map((board) =>
    board
      .filter((order, index): order is number[] => order !== null && order[0]! > 0 && !game.people[index]!.isHidden)
      .toSorted(compare)
      .at(-1),
  )
  const given = boards.map((board) => {
    const tipped = board.flatMap((order) => (order === null ? [] : [order[0]!]))
    if (tipped.length === 0 || game.rules.missedWeekend === 'zero') return 0
    if (game.rules.missedWeekend === 'lowest') return Math.min(...tipped)
    return Math.floor(tipped.reduce((sum, points) => sum + points, 0) / tipped.length)
  })
  return game.people.map((person, index) => {
    const takesPart = person.rounds.some(({ order, isBefore }) => order !== null && !isBefore)
    const points: number[] = []
    const result = [0, 0, 0, 0, 0, 0]
    for (const [round, { multiplier }] of game.rounds.entries()) {
      if (!counts[round] || person.rounds[round]!.isBefore) continue
      const order = boards[round]![index]
      if (!order) {
        if (takesPart) points.push(Math.floor(given[round]! * multiplier + 0.5))
        continue
      }
      const factor = person.jokers.includes(round + 1) ? 2 : 1
      points.push(Math.floor(order[0]! * multiplier * factor + 0.5))
      const isWinner = winners[round] !== undefined && compare(order, winners[round]) === 0 && !person.isHidden
      result[1]! += Number(isWinner)
      result[2] = Math.max(result[2]!, order[0]!)
      for (const place of [1, 2, 3]) result[place + 2]! += order[place]!
    }
    points.sort((a, b) => b - a)
    result[0] = points.slice(0, game.rules.countBest ?? points.length).reduce((sum, value) => sum + value, 0)
    return result
  })
}

const orderOf = (values: readonly number[]): WeekendOrder => [values[0]!, values[1]!, values[2]!, values[3]!]

const stateOf = (game: Game): SeasonState => ({
  rules: game.rules,
  ...{ lateJoiners: 'missed', isGroup: false, jokers: 3 },
  rounds: game.rounds.map((round, index): SeasonRound => {
    const orders = game.people.flatMap((person) => {
      const { order } = person.rounds[index]!
      return order === null ? [] : [{ order, isHidden: person.isHidden }]
    })
    const best = orders
      .filter(({ order, isHidden }) => !isHidden && order[0]! > 0)
      .map(({ order }) => order)
      .toSorted(compare)
      .at(-1)
    const points = orders.map(({ order }) => order[0]!)
    const race: RemainingRace = { raceId: 1, points: game.prices, isLocked: true, hasVisiblePicks: true }
    return {
      ...round,
      weekendId: index + 1,
      round: index + 1,
      multiplier: round.multiplier as SeasonRound['multiplier'],
      startDate: `2026-01-0${index + 1}`,
      hasCountingRace: true,
      races: index === game.last ? [race] : [],
      ...{ areJokersLocked: true, lastLockAt: null, isOver: true },
      leader: best ? orderOf(best) : null,
      tippers: {
        count: points.length,
        lowest: Math.min(...points, 1_000),
        sum: points.reduce((sum, each) => sum + each, 0),
      },
    }
  }),
})

const raceOf = ({ cars, prices }: Game): LastRace => {
  const carIds = Array.from({ length: cars }, (_, index) => index + 1)
  return { carIds, labels: carIds.map((id) => `#${id}`), points: prices }
}

const tipperOf = (person: Person, cars: number): SeasonTipper => ({
  isHidden: person.isHidden,
  carId: person.carId !== null && person.carId <= cars ? person.carId : null,
  jokers: person.jokers,
  rounds: person.rounds.map(
    ({ order, isBefore }): ParticipantRound => ({
      order: order === null ? null : orderOf(order),
      isBeforeJoining: isBefore,
      racesWithCar: new Set(),
    }),
  ),
})

const poolsOf = (game: Game): RoundPool[] => {
  const tipped = game.people.filter(({ rounds }) => rounds[game.last]!.order !== null)
  const byCar = Map.groupBy(tipped, (person) => tipperOf(person, game.cars).carId)
  return [...byCar].map(([carId, people]) => {
    const orders = people.map(({ rounds }) => rounds[game.last]!.order!)
    const best = orders
      .filter((_, index) => !people[index]!.isHidden)
      .toSorted(compare)
      .at(-1)
    return {
      carId,
      count: orders.length,
      lowest: Math.min(...orders.map(([points]) => points!)),
      sum: orders.reduce((sum, [points]) => sum + points!, 0),
      best: best ? orderOf(best) : null,
    }
  })
}

const small = fc.integer({ min: 0, max: 2 })
const weekendOrder = fc
  .tuple(fc.constantFrom(0, 3, 10, 25, 35, 50), small, small, small)
  .map((values): number[] => [...values])
const games: fc.Arbitrary<Game> = fc
  .record({ cars: fc.integer({ min: 3, max: 5 }), rounds: fc.integer({ min: 1, max: 4 }) })
  .chain(({ cars, rounds }) =>
    fc.record({
      cars: fc.constant(cars),
      prices: fc.constantFrom({ first: 50, second: 25, third: 15 }, { first: 10, second: 5, third: 5 }),
      rules: fc.record({
        countBest: fc.option(fc.integer({ min: 1, max: 4 })),
        missedWeekend: fc.constantFrom('zero' as const, 'lowest' as const, 'average' as const),
      }),
      last: fc.integer({ min: 0, max: rounds - 1 }),
      rounds: fc.array(
        fc.record({
          multiplier: fc.constantFrom(1, 1, 1.5, 2, 3),
          isCompleted: fc.boolean(),
          hasResult: fc.boolean(),
        }),
        { minLength: rounds, maxLength: rounds },
      ),
      people: fc.array(
        fc.record({
          isHidden: fc.integer({ min: 0, max: 5 }).map((value) => value === 0),
          rounds: fc.array(
            fc.record({
              order: fc.option(weekendOrder, { freq: 4 }),
              isBefore: fc.integer({ min: 0, max: 7 }).map((value) => value === 0),
            }),
            { minLength: rounds, maxLength: rounds },
          ),
          jokers: fc.uniqueArray(fc.integer({ min: 1, max: rounds }), { maxLength: 2 }),
          carId: fc.option(fc.integer({ min: 1, max: cars + 1 }), { freq: 6 }),
        }),
        { minLength: 1, maxLength: 9 },
      ),
    }),
  )
  .map((game) => ({
    ...game,
    rounds: game.rounds.map((round, index) => ({
      ...round,
      hasResult: index === game.last ? round.hasResult : index % 3 !== 2,
    })),
    people: game.people.map((person) => ({
      ...person,
      rounds: person.rounds.map((round) => (round.isBefore ? { ...round, order: null } : round)),
      carId: person.rounds[game.last]!.order === null || person.rounds[game.last]!.isBefore ? null : person.carId,
    })),
  }))

test('podiums of a season are those of a season leaderboard written out for each podium', () => {
  let changed = 0
  fc.assert(
    fc.property(games, (game) => {
      const last: LastOfSeason = { state: stateOf(game), round: game.last, race: raceOf(game), pools: poolsOf(game) }
      const moverOf = seasonMovers(last)
      const movers = game.people.map((person) => moverOf(tipperOf(person, game.cars)))
      const visible = movers.filter((_, index) => !game.people[index]!.isHidden)
      const field = drained(computeField(seasonField(last, visible)))
      for (const [own, mover] of movers.entries()) {
        const found = podiumsOf(field, mover)
        const expected = { total: 0, win: 0, top3: 0 }
        for (const a of last.race.carIds)
          for (const b of last.race.carIds)
            for (const c of last.race.carIds) {
              if (a === b || b === c || a === c) continue
              const orders = finalOrders(game, [a, b, c])
              const ahead = orders.filter(
                (order, index) => !game.people[index]!.isHidden && index !== own && compare(order, orders[own]!) > 0,
              ).length
              expected.total += 1
              expected.win += Number(ahead === 0)
              expected.top3 += Number(ahead < 3)
              expect(found.wins[podiumIndex(game.cars, a - 1, b - 1, c - 1)]).toBe(Number(ahead === 0))
            }
        expect({ total: found.total, win: found.win, top3: found.top3 }).toEqual(expected)
        changed += Number(found.win > 0 && found.win < found.total)
      }
    }),
    { numRuns: 500 },
  )
  expect(changed).toBeGreaterThan(100)
})

/* The highest total, tried out: each way to play the jokers that are left, and the best rounds of each. */

const reachGames = fc.record({
  countBest: fc.option(fc.integer({ min: 1, max: 4 })),
  jokers: fc.integer({ min: 0, max: 3 }),
  rounds: fc.array(
    fc.record({
      multiplier: fc.constantFrom(1 as const, 1.5 as const, 2 as const, 3 as const),
      points: fc.option(fc.integer({ min: 0, max: 40 }), { freq: 4 }),
      open: fc.array(fc.integer({ min: 1, max: 25 }), { maxLength: 2 }),
      isLocked: fc.boolean(),
    }),
    { minLength: 1, maxLength: 5 },
  ),
})

const subsets = ([value, ...others]: readonly number[], most: number): number[][] => {
  if (value === undefined) return [[]]
  const without = subsets(others, most)
  return [...without, ...without.filter(({ length }) => length < most).map((each) => [value, ...each])]
}

test('the highest total is the best of all ways to play the jokers that are left', () => {
  fc.assert(
    fc.property(reachGames, ({ countBest, jokers, rounds }) => {
      const state: SeasonState = {
        rules: { countBest, missedWeekend: 'zero' },
        ...{ jokers, lateJoiners: 'missed', isGroup: false },
        rounds: rounds.map(({ multiplier, open, isLocked }, index) => ({
          ...{ weekendId: index + 1, round: index + 1, multiplier, startDate: '2026-01-01' },
          ...{ isCompleted: open.length === 0, hasResult: true, hasCountingRace: true, areJokersLocked: isLocked },
          ...{ lastLockAt: null, isOver: false },
          races: open.map((first, race) => ({
            ...{ raceId: 10 * index + race, isLocked: false, hasVisiblePicks: false },
            points: { first, second: 0, third: 0 },
          })),
          leader: null,
          tippers: { count: 0, lowest: 0, sum: 0 },
        })),
      }
      const own = {
        ...{ jokers: [], isHidden: false },
        rounds: rounds.map(({ points }) => ({
          order: points === null ? null : ([points, 0, 0, 0] as const),
          isBeforeJoining: false,
          racesWithCar: new Set<number>(),
        })),
      }
      const most = rounds.map(({ points, open }) => (points ?? 0) + open.reduce((sum, each) => sum + each, 0))
      const playable = rounds.flatMap(({ isLocked }, index) => (isLocked ? [] : [index]))
      const totals = subsets(playable, jokers).map((played) =>
        most
          .map((points, index) =>
            Math.floor(points * rounds[index]!.multiplier * (played.includes(index) ? 2 : 1) + 0.5),
          )
          .toSorted((a, b) => b - a)
          .slice(0, countBest ?? most.length)
          .reduce((sum, points) => sum + points, 0),
      )
      expect(highestTotal(state, own, 'own')).toBe(Math.max(...totals))
      expect(totalOf(state, own)).toBeLessThanOrEqual(Math.max(...totals))
    }),
    { numRuns: 300 },
  )
})
