import { openSeason } from '@purple-sector/contracts/tipping/scope'
import type { TestDatabase } from '@purple-sector/testing'
import { aFan, aSeason } from '@purple-sector/testing/builders'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { settleSeasons } from '../../test/season-boards.ts'
import { applySeason } from '../../test/season-scenario.ts'
import { createTippingDatabase, createTippingScenario } from '../../test/tipping-scenario.ts'
import { seasonChances } from '../chances/season-chances.ts'
import { playJoker } from '../jokers/play-joker.ts'
import { seasonLeaderboardReadModel } from '../season-leaderboards/season-leaderboard-read-model.ts'
import { type ReadOwnSeason, readOwnSeason } from './read-own-season.ts'

let testDatabase: TestDatabase
beforeAll(async () => {
  testDatabase = await createTippingDatabase()
})
afterAll(() => testDatabase.drop())

const read: ReadOwnSeason = (caller, competition) => {
  const { database } = testDatabase
  return readOwnSeason({ database, chances: seasonChances({ database }) })(caller, competition)
}

/** Ann tips rounds 1 and 2, Bob round 1 alone; round 1 counts double and has a joker of Ann, round 3 is still to come. */
const playSeason = async () => {
  const { database } = testDatabase
  const first = await createTippingScenario(database, { startDate: '2027-03-05' })
  const second = await createTippingScenario(database, { startDate: '2027-04-05' })
  const third = await createTippingScenario(database, { startDate: '2027-05-05' })
  const weekendIds = [first, second, third].map(({ weekendId }) => weekendId)
  const base = aSeason({ weekendIds, jokers: 2, missedWeekend: 'lowest' })
  const weekends = base.weekends.map((round, index) => (index === 0 ? { ...round, multiplier: 2 as const } : round))
  const season = { ...base, weekends }
  await applySeason(database, season)
  const [ann, bob] = [aFan({ userId: await first.fan('ann') }), aFan({ userId: await first.fan('bob') })]
  const races = [await first.race(), await second.race()] as const
  const [a, b] = (await first.cars(2)) as [number, number]
  const [c] = (await second.cars(1)) as [number]
  await first.tip(ann.userId, a)
  await first.tip(bob.userId, b)
  await second.tip(ann.userId, c)
  await playJoker({ database })(ann, season.id, { weekendId: first.weekendId })
  await playJoker({ database })(ann, season.id, { weekendId: third.weekendId })
  await first.result(races[0], [a, b])
  await first.weekend({ status: 'completed' })
  await second.result(races[1], [c])
  await second.weekend({ status: 'completed' })
  await settleSeasons(database)
  return { season, weekendIds, ann, bob }
}
const NOTHING = { counted: false, dropped: false, missed: false, beforeJoining: false, void: false, joker: false }
const TO_COME = { ...NOTHING, points: null, seasonPoints: null, position: null }

test('a fan reads every round of their season, and what the leaderboard makes of it', async () => {
  const { season, weekendIds, ann, bob } = await playSeason()
  const [first, second, third] = weekendIds.map((weekendId, index) => ({
    ...{ weekendId, round: index + 1, multiplier: index === 0 ? 2 : 1 },
  }))
  const { season: own, changedAt } = await read(ann, openSeason(season.id))
  expect(own).toEqual({
    ...{
      seasonId: season.id,
      version: expect.any(Number),
      position: 1,
      shared: false,
      totalPoints: 250,
      jokersLeft: 0,
    },
    // Round 3 has no session yet.
    ...{ maxReachable: null, canWin: true, clinched: false },
    weekends: [
      { ...NOTHING, ...first, points: 50, seasonPoints: 200, counted: true, joker: true, position: 1 },
      { ...NOTHING, ...second, points: 50, seasonPoints: 50, counted: true, position: 1 },
      { ...TO_COME, ...third, joker: true },
    ],
  })
  expect(own.version).toBeGreaterThan(0)
  expect(changedAt).toEqual(expect.any(Date))
  expect((await read(bob, openSeason(season.id))).season).toMatchObject({
    ...{ position: 2, totalPoints: 100, jokersLeft: 2 },
    weekends: [
      { points: 25, seasonPoints: 50, missed: false, position: 2 },
      { points: 50, seasonPoints: 50, missed: true, counted: true, position: null },
      TO_COME,
    ],
  })
})

test('no position is shared before the first result', async () => {
  const { database } = testDatabase
  const scenario = await createTippingScenario(database)
  const season = aSeason({ weekendIds: [scenario.weekendId] })
  await applySeason(database, season)
  const fans = [aFan({ userId: await scenario.fan('ann') }), aFan({ userId: await scenario.fan('bob') })] as const
  const raceId = await scenario.race()
  const [car] = (await scenario.cars(1)) as [number]
  for (const { userId } of fans) await scenario.tip(userId, car)
  await settleSeasons(database)
  const places = () => seasonLeaderboardReadModel(database).placesOf(openSeason(season.id), [fans[0].userId])
  expect((await read(fans[0], openSeason(season.id))).season).toMatchObject({ position: null, shared: false })
  expect((await places()).places).toMatchObject([{ position: null, shared: false }])
  await scenario.result(raceId, [car])
  await settleSeasons(database)
  expect((await read(fans[0], openSeason(season.id))).season).toMatchObject({ position: 1, shared: true })
  expect((await places()).places).toMatchObject([{ position: 1, shared: true }])
})

test('who takes no part has no position and no points, and an unknown season is not found', async () => {
  const { season } = await playSeason()
  const { season: own } = await read(aFan(), openSeason(season.id))
  expect(own).toMatchObject({ position: null, shared: false, totalPoints: 0, jokersLeft: 2 })
  expect(own).toMatchObject({ maxReachable: null, canWin: false, clinched: false })
  expect(own.weekends).toMatchObject([TO_COME, TO_COME, TO_COME])
  await expect(read(aFan(), openSeason(987_654))).rejects.toMatchObject({ code: 'SEASON_NOT_FOUND' })
})
