import type { TestDatabase } from '@purple-sector/testing'
import { aFan, aSeason, aWeekend } from '@purple-sector/testing/builders'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { recomputeSeason } from '../../test/recompute-season.ts'
import { readRecordedScenario } from '../../test/recorded-scenario.ts'
import { settleSeasons } from '../../test/season-boards.ts'
import { applySeason } from '../../test/season-scenario.ts'
import { createTippingDatabase, createTippingScenario } from '../../test/tipping-scenario.ts'
import { playJoker } from '../jokers/play-joker.ts'
import { projectWeekend, type WeekendData } from '../projections/weekend-projection.ts'
import type { SeasonData } from '../seasons/season-projection.ts'
import { seasonChances } from './season-chances.ts'
import { NO_CHANCES } from './weekend-competition.ts'

let testDatabase: TestDatabase
beforeAll(async () => {
  testDatabase = await createTippingDatabase()
})
afterAll(() => testDatabase.drop())

const PAYS = { first: 10, second: 5, third: 5 }
const CARS = 4

/** A weekend with two races and some cars. */
const createWeekend = async (startDate: string) => {
  const state = aWeekend({ startDate })
  const scenario = await createTippingScenario(testDatabase.database, state)
  const races = [
    await scenario.race({ pointsAwarded: PAYS }),
    await scenario.race({ pointsAwarded: PAYS, sessionType: 'race2' }),
  ]
  return { scenario, state, races, cars: await scenario.cars(CARS) }
}

/** A season of such weekends, and two fans. */
const setUp = async (weekendCount: number, rules: Partial<SeasonData> = {}) => {
  const { database } = testDatabase
  const weekends = await Promise.all(
    Array.from({ length: weekendCount }, (_, day) => createWeekend(`2026-03-0${day + 1}`)),
  )
  const [ann, bob] = [await weekends[0]!.scenario.fan('ann'), await weekends[0]!.scenario.fan('bob')]
  const season = aSeason({ weekendIds: weekends.map(({ state }) => state.id), jokers: 0, ...rules })
  await applySeason(database, season)
  const chances = async (userId: string) => {
    const found = await seasonChances({ database }).of({ seasonId: season.id, groupId: null }, [userId])
    return found.get(userId)!
  }
  const complete = (place: number, change: Partial<WeekendData> = { status: 'completed' }) => {
    const each = weekends[place]!
    each.state = { ...each.state, ...change }
    return database.transaction((sql) => projectWeekend(sql, each.state))
  }
  const tip = (place: number, userId: string, car: number) =>
    weekends[place]!.scenario.tip(userId, weekends[place]!.cars[car]!)
  const result = (place: number, race: number, order: number[]) =>
    weekends[place]!.scenario.result(
      weekends[place]!.races[race]!,
      order.map((car) => weekends[place]!.cars[car]!),
    )
  const close = (place: number, race: number) => weekends[place]!.scenario.close(weekends[place]!.races[race]!)
  return { database, season, weekends, ann, bob, chances, complete, tip, result, close }
}

describe('chances in a season by points', () => {
  test('count races to come with multipliers, and jokers on the rounds where they bring most', async () => {
    const { season, chances, ann, tip, result, close, weekends, database } = await setUp(3, { jokers: 1 })
    await applySeason(database, {
      ...season,
      version: 2,
      weekends: season.weekends.map((round, index) => ({ ...round, multiplier: index === 1 ? 2 : 1 })),
    })
    expect(await chances(ann)).toEqual(NO_CHANCES)
    await tip(0, ann, 0)
    // 20 + 2 × 20 × 2 + 20
    expect(await chances(ann)).toMatchObject({ maxReachable: 120, canWin: true, clinched: false, podiums: null })
    await result(0, 0, [1, 2, 3])
    expect(await chances(ann)).toMatchObject({ maxReachable: 110 })
    await playJoker({ database })(aFan({ userId: ann }), season.id, { weekendId: weekends[2]!.state.id })
    // It may still be moved to the second round.
    expect(await chances(ann)).toMatchObject({ maxReachable: 110 })
    await tip(2, ann, 0)
    await close(2, 0)
    // 10 + 2 × 20 + 20 × 2
    expect(await chances(ann)).toMatchObject({ maxReachable: 90 })
  })

  test('count the best rounds only', async () => {
    const { chances, ann, tip, result } = await setUp(3, { countBest: 2 })
    await tip(0, ann, 0)
    await result(0, 0, [0, 2, 3])
    expect(await chances(ann)).toMatchObject({ maxReachable: 40 })
  })

  test('count a cancelled race no more from its result on, before its round is completed', async () => {
    const { chances, ann, tip, result, complete, database } = await setUp(2)
    await tip(0, ann, 0)
    expect(await chances(ann)).toMatchObject({ maxReachable: 40 })
    await result(1, 0, [])
    expect(await chances(ann)).toMatchObject({ maxReachable: 30 })
    await result(1, 1, [])
    expect(await chances(ann)).toMatchObject({ maxReachable: 20, canWin: true, clinched: false })
    await complete(1)
    await settleSeasons(database)
    expect(await chances(ann)).toMatchObject({ maxReachable: 20 })
  })

  test('are open while races of a round are still to be scheduled', async () => {
    const { season, chances, ann, tip, result, complete, database, weekends } = await setUp(1)
    const empty = aWeekend({ startDate: '2026-04-01' })
    await createTippingScenario(database, empty)
    await applySeason(database, {
      ...season,
      version: 2,
      weekends: [...season.weekends, { weekendId: empty.id, round: 2, multiplier: 1 }],
    })
    await tip(0, ann, 0)
    for (const race of [0, 1]) await result(0, race, [0, 1, 2])
    await complete(0)
    await settleSeasons(database)
    expect(weekends).toHaveLength(1)
    expect(await chances(ann)).toEqual({
      maxReachable: null,
      canWin: true,
      clinched: false,
      podiums: null,
      sentences: [],
    })
    await database.transaction((sql) => projectWeekend(sql, { ...empty, status: 'completed' }))
    await settleSeasons(database)
    expect(await chances(ann)).toMatchObject({ maxReachable: 20, canWin: true, clinched: true })
  })

  test('end for who cannot catch the leader, who has clinched when no rival reaches their points', async () => {
    const { chances, ann, bob, tip, result, database, complete } = await setUp(2)
    for (const [place, race] of [
      [0, 0],
      [0, 1],
      [1, 0],
    ] as const) {
      await tip(place, ann, 0)
      await tip(place, bob, 1)
      await result(place, race, [0, 2, 3])
    }
    await complete(0)
    await settleSeasons(database)
    expect(await chances(bob)).toMatchObject({ maxReachable: 10, canWin: false, clinched: false })
    expect(await chances(ann)).toMatchObject({ maxReachable: 40, canWin: true, clinched: true })
  })

  test('of a season that does not exist are 404', async () => {
    const chances = seasonChances(testDatabase)
    await expect(chances.of({ seasonId: 999_999, groupId: null }, ['ann'])).rejects.toMatchObject({
      code: 'SEASON_NOT_FOUND',
    })
  })
})

test('the podiums of a season’s last race are those of a season recomputed for each', async () => {
  const FANS = 4
  const rounds = fc.integer({ min: 1, max: 3 })
  const index = (count: number) => fc.integer({ min: 0, max: count - 1 })
  const games = rounds.chain((count) =>
    fc.record({
      count: fc.constant(count),
      last: index(count),
      rules: fc.record({
        countBest: fc.option(fc.integer({ min: 1, max: 2 })),
        missedWeekend: fc.constantFrom('zero' as const, 'lowest' as const, 'average' as const),
      }),
      multipliers: fc.array(fc.constantFrom(1 as const, 1.5 as const, 2 as const), {
        minLength: count,
        maxLength: count,
      }),
      tips: fc.array(fc.record({ place: index(count), fan: index(FANS), car: index(CARS) }), {
        minLength: 3,
        maxLength: 12,
      }),
      jokers: fc.array(fc.record({ place: index(count), fan: index(FANS) }), { maxLength: 3 }),
      orders: fc.array(fc.shuffledSubarray([0, 1, 2, 3], { minLength: 3, maxLength: 3 }), {
        minLength: 6,
        maxLength: 6,
      }),
      completed: fc.array(fc.boolean(), { minLength: count, maxLength: count }),
      out: fc.option(index(CARS), { freq: 1 }),
    }),
  )
  let counted = 0
  await fc.assert(
    fc.asyncProperty(games, async ({ count, last, rules, multipliers, tips, jokers, orders, completed, out }) => {
      const { database, season, weekends, ann, bob, chances, complete, tip, result, close } = await setUp(count, {
        ...rules,
        jokers: 1,
      })
      const state = {
        ...season,
        version: 2,
        weekends: season.weekends.map((round, place) => ({ ...round, multiplier: multipliers[place]! })),
      }
      await applySeason(database, state)
      const fans = [ann, bob, await weekends[0]!.scenario.fan('cat'), await weekends[0]!.scenario.fan('dan')]
      for (const { place, fan } of jokers)
        await playJoker({ database })(aFan({ userId: fans[fan]! }), season.id, {
          weekendId: weekends[place]!.state.id,
        }).catch((error: unknown) => {
          if (!(error instanceof Error && 'kind' in error)) throw error
        })
      for (const { place, fan, car } of tips) await tip(place, fans[fan]!, car)
      for (const place of Array(count).keys())
        for (const race of [0, 1]) {
          if (place === last && race === 1) await close(place, race)
          else await result(place, race, orders[2 * place + race]!)
        }
      for (const [place, isCompleted] of completed.entries()) if (isCompleted) await complete(place)
      const cars = weekends[last]!.cars.filter((_, car) => car !== out)
      if (out !== null) await database('cars').where({ id: weekends[last]!.cars[out]! }).update({ status: 'dnf' })
      await settleSeasons(database)

      const recorded = await Promise.all(
        weekends.map(async ({ state: { id, startDate } }, place) => {
          const scenario = await readRecordedScenario(database, id)
          const played: string[] = await database('jokers')
            .where({ season_id: season.id, weekend_id: id })
            .pluck('user_id')
          const { multiplier } = state.weekends[place]!
          return [id, { scenario, multiplier, startDate, isCompleted: true, jokers: new Set(played) }] as const
        }),
      )
      const [lastId, lastWeekend] = recorded[last]!
      const afterPodium = (podium: readonly number[]) => {
        const races = lastWeekend.scenario.races.map((race) =>
          race.raceId === weekends[last]!.races[1] ? { ...race, podium } : race,
        )
        const after = new Map(recorded)
        after.set(lastId, { ...lastWeekend, scenario: { ...lastWeekend.scenario, races } })
        return recomputeSeason({ ...rules, weekends: after, deleted: new Map() })
      }
      const boards = cars.flatMap((first) =>
        cars.flatMap((second) =>
          cars
            .filter((third) => first !== second && second !== third && first !== third)
            .map((third) => afterPodium([first, second, third])),
        ),
      )
      for (const fan of fans) {
        const positions = boards.map((rows) => rows.find(({ userId }) => userId === fan)?.position)
        const found = await chances(fan)
        if (positions.includes(undefined)) {
          expect(found).toEqual(NO_CHANCES)
          continue
        }
        const win = positions.filter((position) => position === 1).length
        expect(found).toMatchObject({
          podiums: {
            total: boards.length,
            win,
            top3: positions.filter((position) => position !== null && position !== undefined && position <= 3).length,
          },
          canWin: win > 0,
          clinched: win === boards.length,
        })
        const totals = boards.map((rows) => rows.find(({ userId }) => userId === fan)!.totalPoints)
        expect(found.maxReachable).toBeGreaterThanOrEqual(Math.max(...totals.map((total) => total ?? 0)))
        expect(found.sentences.length).toBeGreaterThan(0)
        counted += Number(win > 0 && win < boards.length)
      }
    }),
    { numRuns: 10, endOnFailure: true },
  )
  expect(counted).toBeGreaterThan(5)
}, 240_000)
