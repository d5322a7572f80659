import type { TestDatabase } from '@purple-sector/testing'
import { aFan, aRace, aSeason, aUser, aWeekend } from '@purple-sector/testing/builders'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { recomputeSeason } from '../../test/recompute-season.ts'
import { readRecordedScenario } from '../../test/recorded-scenario.ts'
import { readOpenSeason, settleSeasons } from '../../test/season-boards.ts'
import { applySeason } from '../../test/season-scenario.ts'
import { createTippingDatabase, createTippingScenario, SUPER2, SUPERCARS } from '../../test/tipping-scenario.ts'
import { playJoker } from '../jokers/play-joker.ts'
import { returnJokersOfVoidRounds } from '../jokers/return-jokers.ts'
import { projectRace } from '../projections/race-projection.ts'
import { projectUser } from '../projections/user-projection.ts'
import { projectWeekend, type WeekendData } from '../projections/weekend-projection.ts'
import type { SeasonData } from './season-projection.ts'

let testDatabase: TestDatabase
beforeAll(async () => {
  testDatabase = await createTippingDatabase()
})
afterAll(() => testDatabase.drop())

const FANS = 4
const WEEKENDS = 4
const CARS = 3
const index = (count: number) => fc.integer({ min: 0, max: count - 1 })
const [fan, weekend, race] = [index(FANS), index(WEEKENDS), index(3)]

const step = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      does: fc.constant('tip' as const),
      fan,
      weekend,
      isSupport: fc.boolean(),
      car: index(CARS),
    }),
  },
  {
    weight: 7,
    arbitrary: fc.record({
      does: fc.constant('result' as const),
      weekend,
      race,
      finished: fc.shuffledSubarray([0, 1, 2], { minLength: 0, maxLength: 3 }),
    }),
  },
  { weight: 4, arbitrary: fc.record({ does: fc.constant('complete' as const), weekend, isCompleted: fc.boolean() }) },
  { weight: 3, arbitrary: fc.record({ does: fc.constant('joker' as const), fan, weekend }) },
  {
    weight: 2,
    arbitrary: fc.record({
      does: fc.constant('rules' as const),
      countBest: fc.option(fc.integer({ min: 1, max: 3 })),
      missedWeekend: fc.constantFrom('zero' as const, 'lowest' as const, 'average' as const),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      does: fc.constant('rounds' as const),
      order: fc.shuffledSubarray([0, 1, 2, 3], { minLength: 2 }),
      multipliers: fc.array(fc.constantFrom(1 as const, 1.5 as const, 2 as const, 3 as const), {
        minLength: WEEKENDS,
        maxLength: WEEKENDS,
      }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('move' as const), weekend, day: index(5) }) },
  {
    weight: 1,
    arbitrary: fc.record({ does: fc.constant('rename' as const), fan, name: fc.constantFrom('Zoë', 'amy') }),
  },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('delete-account' as const), fan }) },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('delete-support' as const), weekend }) },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('delete-weekend' as const) }) },
  { weight: 5, arbitrary: fc.record({ does: fc.constant('refresh' as const) }) },
)
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never

const ignoreRefusal = (error: unknown) => {
  if (!(error instanceof Error && 'kind' in error)) throw error
}

/** Plays steps, and compares the leaderboard after each refresh. */
const playSteps = async (steps: Step[]): Promise<void> => {
  const { database } = testDatabase
  const weekends = await Promise.all(
    Array.from({ length: WEEKENDS }, async (_, day) => {
      const state = aWeekend({ startDate: `2026-03-0${day + 1}` })
      const scenario = await createTippingScenario(database, state)
      const races = [await scenario.race(), await scenario.race({ sessionType: 'race2' })]
      const support = await scenario.race({ category: SUPER2 })
      const cars = await scenario.cars(CARS, SUPERCARS)
      const supportCars = await scenario.cars(CARS, SUPER2)
      return { scenario, state, races: [...races, support], support, cars, supportCars }
    }),
  )
  const fans = await Promise.all(
    Array.from({ length: FANS }, async (_, place) => weekends[0]!.scenario.fan(`fan${place}`)),
  )
  let season: SeasonData = aSeason({ weekendIds: weekends.map(({ state }) => state.id), jokers: 2 })
  await applySeason(database, season)
  const deletedAccounts = new Map<string, Date>()

  const changeSeason = async (change: Partial<SeasonData>): Promise<void> => {
    season = { ...season, ...change, version: season.version + 1 }
    await applySeason(database, season)
  }
  const changeWeekend = async (place: number, change: Partial<WeekendData>): Promise<void> => {
    const each = weekends[place]!
    each.state = { ...each.state, ...change }
    await database.transaction((sql) => projectWeekend(sql, each.state))
  }

  const compare = async (): Promise<void> => {
    const rounds = season.weekends.flatMap(({ weekendId, multiplier }) => {
      const { state } = weekends.find((each) => each.state.id === weekendId)!
      return state.deleted ? [] : [{ state, multiplier }]
    })
    const recorded = await Promise.all(
      rounds.map(async ({ state, multiplier }) => {
        const scenario = await readRecordedScenario(database, state.id)
        const jokers: string[] = await database('jokers')
          .where({ season_id: season.id, weekend_id: state.id })
          .pluck('user_id')
        const { startDate } = state
        return [
          state.id,
          { scenario, multiplier, startDate, isCompleted: state.status === 'completed', jokers: new Set(jokers) },
        ] as const
      }),
    )
    const { countBest, missedWeekend } = season
    const expected = recomputeSeason({
      countBest,
      missedWeekend,
      weekends: new Map(recorded),
      deleted: deletedAccounts,
    })
    const { entries, version, total } = await readOpenSeason(database, season.id)
    expect(total).toBe(expected.length)
    expect(entries).toEqual(expected.map((entry) => expect.objectContaining(entry)))
    // What was changed step by step is what a computation of all rows gives.
    await database('seasons_to_refresh').insert({ season_id: season.id, is_full: true })
    await settleSeasons(database)
    expect(await readOpenSeason(database, season.id)).toMatchObject({ version, entries })
  }

  const run = async (each: Step): Promise<void> => {
    if (each.does === 'refresh') {
      await returnJokersOfVoidRounds(database)
      await settleSeasons(database)
      await compare()
    } else if (each.does === 'rules') {
      await changeSeason({ countBest: each.countBest, missedWeekend: each.missedWeekend })
    } else if (each.does === 'rounds') {
      const kept = each.order.filter((place) => !weekends[place]!.state.deleted)
      await changeSeason({
        weekends: kept.map((place, position) => ({
          weekendId: weekends[place]!.state.id,
          round: position + 1,
          multiplier: each.multipliers[place] ?? 1,
        })),
      })
    } else if (each.does === 'rename') {
      const id = fans[each.fan]!
      if (!deletedAccounts.has(id))
        await database.transaction((sql) => projectUser(sql, aUser({ id, username: each.name })))
    } else if (each.does === 'delete-account') {
      const id = fans[each.fan]!
      if (deletedAccounts.has(id)) return
      await database.transaction((sql) => projectUser(sql, aUser({ id, deleted: true })))
      const row = await database('deleted_subjects')
        .where({ subject: `user/${id}` })
        .first('deleted_at')
      deletedAccounts.set(id, row.deleted_at)
    } else if (each.does === 'joker') {
      const caller = aFan({ userId: fans[each.fan]! })
      const weekendId = weekends[each.weekend]!.state.id
      await playJoker({ database })(caller, season.id, { weekendId }).catch(ignoreRefusal)
    } else if (each.does === 'delete-weekend') {
      await changeWeekend(WEEKENDS - 1, { deleted: true })
    } else if (!weekends[each.weekend]!.state.deleted) await runInWeekend(each)
  }
  const runInWeekend = async (
    each: Extract<Step, { does: 'tip' | 'result' | 'complete' | 'move' | 'delete-support' }>,
  ): Promise<void> => {
    const { scenario, races, support, cars, supportCars, state } = weekends[each.weekend]!
    if (each.does === 'tip') {
      const car = (each.isSupport ? supportCars : cars)[each.car]!
      const category = each.isSupport ? SUPER2 : SUPERCARS
      if (!deletedAccounts.has(fans[each.fan]!))
        await scenario.tip(fans[each.fan]!, car, { category }).catch(ignoreRefusal)
    } else if (each.does === 'result') {
      const raceId = races[each.race]!
      // Race control takes no result of a deleted session.
      if ((await database('races').where({ race_id: raceId }).first('deleted')).deleted) return
      const ofRace = raceId === support ? supportCars : cars
      await scenario.result(
        raceId,
        each.finished.map((place) => ofRace[place]!),
      )
    } else if (each.does === 'complete') {
      await changeWeekend(each.weekend, { status: each.isCompleted ? 'completed' : 'live' })
    } else if (each.does === 'move') {
      await changeWeekend(each.weekend, { startDate: `2026-03-0${each.day + 1}` })
    } else {
      const row = await database('races').where({ race_id: support }).first()
      if (row.deleted || row.scored_revision !== null) return
      const data = aRace({ id: support, weekendId: state.id, category: SUPER2, startTime: null, deleted: true })
      await database.transaction((sql) => projectRace(sql, data))
    }
  }
  for (const each of steps) await run(each)
  await run({ does: 'refresh' })
}

test('the leaderboard of a season is what follows from its weekends, whatever happened in between', async () => {
  await fc.assert(fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 50, size: 'max' }), playSteps), {
    numRuns: 25,
    endOnFailure: true,
  })
}, 300_000)
