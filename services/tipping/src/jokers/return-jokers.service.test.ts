import { randomUUID } from 'node:crypto'
import { jokersReturned } from '@purple-sector/contracts/tipping/events'
import type { TestDatabase } from '@purple-sector/testing'
import { aFan, aSeason, hoursFromNow } from '@purple-sector/testing/builders'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { applySeason } from '../../test/season-scenario.ts'
import { separatingMoment } from '../../test/separating-moment.ts'
import { createTippingDatabase, createTippingScenario, finalizeAttempt } from '../../test/tipping-scenario.ts'
import { removeDeletedWeekends } from '../deletion/remove-deleted-weekends.ts'
import { playJoker } from './play-joker.ts'
import { returnJokersOfVoidRounds } from './return-jokers.ts'

let testDatabase: TestDatabase
beforeAll(async () => {
  testDatabase = await createTippingDatabase()
})
afterAll(() => testDatabase.drop())

/** A season of two rounds, two fans, and a joker of the first one in the first round. */
const setUpSeason = async () => {
  const { database } = testDatabase
  const scenario = await createTippingScenario(database, { name: 'Bathurst 500' })
  const other = await createTippingScenario(database)
  const raceId = await scenario.race({ startTime: hoursFromNow(3) })
  const [car] = await scenario.cars(2)
  const { weekendId } = scenario
  const season = aSeason({ weekendIds: [weekendId, other.weekendId], name: '2027 Championship', jokers: 1 })
  await applySeason(database, season)
  const [ann, bob] = [aFan().userId, aFan().userId]
  const play = (userId: string, inWeekend = weekendId) =>
    playJoker({ database })(aFan({ userId }), season.id, { weekendId: inWeekend })
  const jokers = async (): Promise<string[]> =>
    (await database('jokers').where({ season_id: season.id }).orderBy('played_at')).map(({ user_id }) => user_id)
  const returned = async () => {
    const rows = await database('outbox')
      .where({ type: jokersReturned.type, subject: `jokers-of/${season.id}/${weekendId}` })
      .orderBy('id')
    return rows.map(({ data }) => jokersReturned.data.parse(data))
  }
  const marked = async (): Promise<string[]> =>
    (await database('seasons_to_refresh').where({ season_id: season.id }).whereNotNull('user_ids')).flatMap(
      ({ user_ids }) => user_ids,
    )
  await play(ann)
  const round = { seasonId: season.id, season: '2027 Championship', weekendId, weekend: 'Bathurst 500' }
  return { scenario, other, raceId, car: car!, weekendId, season, ann, bob, play, jokers, returned, marked, round }
}

describe('a lock set back in time', () => {
  test('gives the jokers back that were played at or after it, once', async () => {
    const { scenario, raceId, ann, bob, play, jokers, returned, marked, round } = await setUpSeason()
    const start = await separatingMoment(testDatabase.database)
    await play(bob)
    await scenario.lockAt(raceId, start)
    expect(await jokers()).toEqual([ann])
    expect(await returned()).toEqual([{ ...round, reason: 'early-start', userIds: [bob] }])
    expect(await marked()).toEqual([bob])
    await scenario.lockAt(raceId, start)
    expect(await returned()).toHaveLength(1)
    await expect(play(bob)).rejects.toMatchObject({ code: 'JOKER_LOCKED' })
  })

  test('gives none back for practice', async () => {
    const { scenario, ann, bob, play, jokers, returned } = await setUpSeason()
    const practice = await scenario.race({ sessionType: 'practice', startTime: hoursFromNow(2) })
    const start = await separatingMoment(testDatabase.database)
    await play(bob)
    await scenario.lockAt(practice, start)
    expect(await jokers()).toEqual([ann, bob])
    expect(await returned()).toEqual([])
  })

  test('does not restore a joker when it is undone, and stays after a reopening', async () => {
    const { scenario, raceId, ann, bob, play, jokers } = await setUpSeason()
    const start = await separatingMoment(testDatabase.database)
    await play(bob)
    await scenario.lockAt(raceId, start)
    await scenario.lockAt(raceId, new Date(Date.now() + 60_000))
    await scenario.race({ id: raceId, startTime: hoursFromNow(6), reopened: 1 })
    expect(await jokers()).toEqual([ann])
    await expect(play(bob)).rejects.toMatchObject({ code: 'JOKER_LOCKED' })
  })
})

describe('a round that leaves the season', () => {
  test('gives its jokers back, and they can be played again', async () => {
    const { other, season, ann, play, jokers, returned, round } = await setUpSeason()
    const weekends = season.weekends.slice(1).map((each) => ({ ...each, round: 1 }))
    await applySeason(testDatabase.database, { ...season, weekends, version: 2 })
    expect(await jokers()).toEqual([])
    expect(await returned()).toEqual([{ ...round, reason: 'left', userIds: [ann] }])
    await play(ann, other.weekendId)
    expect(await jokers()).toEqual([ann])
  })

  test('gives none back if it only changes its place', async () => {
    const { season, ann, jokers, returned } = await setUpSeason()
    const weekends = season.weekends.toReversed().map((each, index) => ({ ...each, round: index + 1 }))
    await applySeason(testDatabase.database, { ...season, weekends, version: 2 })
    expect(await jokers()).toEqual([ann])
    expect(await returned()).toEqual([])
  })

  test('gives its jokers back once when its weekend is deleted, whichever event comes first', async () => {
    const { scenario, season, ann, jokers, returned, round } = await setUpSeason()
    await scenario.weekend({ deleted: true })
    await removeDeletedWeekends(testDatabase.database)
    expect(await jokers()).toEqual([])
    await applySeason(testDatabase.database, { ...season, weekends: season.weekends.slice(1), version: 2 })
    expect(await returned()).toEqual([{ ...round, reason: 'left', userIds: [ann] }])
  })

  test('publishes a thousand fans per event', async () => {
    const { season, weekendId, returned } = await setUpSeason()
    await testDatabase.database.raw(
      `insert into jokers (season_id, user_id, weekend_id, played_at)
       select ?, 'crowd-' || n, ?, now() from generate_series(1, 1000) n`,
      [season.id, weekendId],
    )
    await applySeason(testDatabase.database, { ...season, weekends: season.weekends.slice(1), version: 2 })
    const events = await returned()
    expect(events.map(({ userIds }) => userIds.length)).toEqual([1000, 1])
    expect(new Set(events.flatMap(({ userIds }) => userIds)).size).toBe(1001)
  })
})

test('a deleted season takes its jokers along without a word', async () => {
  const { season, jokers, returned } = await setUpSeason()
  await applySeason(testDatabase.database, { ...season, deleted: true })
  expect(await jokers()).toEqual([])
  expect(await returned()).toEqual([])
})

describe('a completed round', () => {
  const complete = { status: 'completed' } as const
  const decide = () => returnJokersOfVoidRounds(testDatabase.database)

  test('without a result gives its jokers back, for good', async () => {
    const { scenario, raceId, car, ann, jokers, returned, round } = await setUpSeason()
    await decide()
    expect(await jokers()).toEqual([ann])
    await scenario.result(raceId, [])
    await scenario.weekend(complete)
    await decide()
    await decide()
    expect(await jokers()).toEqual([])
    expect(await returned()).toEqual([{ ...round, reason: 'void', userIds: [ann] }])
    await scenario.result(raceId, [car])
    expect(await jokers()).toEqual([])
  })

  test('gives its jokers back when its last result is withdrawn later', async () => {
    const { scenario, raceId, car, ann, jokers } = await setUpSeason()
    await scenario.result(raceId, [car])
    await scenario.weekend(complete)
    await decide()
    expect(await jokers()).toEqual([ann])
    await scenario.result(raceId, [])
    await decide()
    expect(await jokers()).toEqual([])
  })

  test('with a result of a session that does not count is void', async () => {
    const { scenario, raceId, car, jokers } = await setUpSeason()
    const counting = await scenario.race()
    const practice = await scenario.race({ sessionType: 'practice' })
    await scenario.filter([counting])
    await scenario.result(raceId, [car])
    await scenario.result(practice, [car])
    await scenario.weekend({ ...complete, productRaceIds: [counting] })
    await decide()
    expect(await jokers()).toEqual([])
  })

  test('decides nothing while a result waits to be scored', async () => {
    const { scenario, raceId, car, ann, jokers } = await setUpSeason()
    await scenario.publish(raceId, [car])
    await scenario.weekend(complete)
    await decide()
    expect(await jokers()).toEqual([ann])
    await scenario.score(raceId)
    await decide()
    expect(await jokers()).toEqual([ann])
  })

  test.each([true, false])(
    'decides nothing while a result is being stored (a result that starts the race: %s)',
    async (begins) => {
      const { scenario, raceId, ann, jokers } = await setUpSeason()
      const attempt = randomUUID()
      await scenario.close(raceId, attempt, undefined, begins)
      await scenario.weekend(complete)
      await decide()
      expect(await jokers()).toEqual([ann])
      await finalizeAttempt(testDatabase.database, { raceId, attempt, isStored: false })
      await decide()
      expect(await jokers()).toEqual([])
    },
  )
})
