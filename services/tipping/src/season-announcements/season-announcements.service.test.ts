import { seasonRoundCompleted, seasonRoundReopened, seasonWon } from '@purple-sector/contracts/tipping/events'
import type { TestDatabase } from '@purple-sector/testing'
import { aSeason, aUser } from '@purple-sector/testing/builders'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { settleSeasons } from '../../test/season-boards.ts'
import { applySeason } from '../../test/season-scenario.ts'
import { createTippingDatabase, createTippingScenario } from '../../test/tipping-scenario.ts'
import { projectUser } from '../projections/user-projection.ts'
import { publishSeasonAnnouncements } from './publish-season-announcements.ts'

let testDatabase: TestDatabase
beforeAll(async () => {
  testDatabase = await createTippingDatabase()
})
afterAll(() => testDatabase.drop())

const settle = () => settleSeasons(testDatabase.database)
const publish = () => publishSeasonAnnouncements(testDatabase.database)

/** A season of two rounds with a race and two cars each, tipped by two fans. */
const setUpSeason = async () => {
  const { database } = testDatabase
  const scenarios = [
    await createTippingScenario(database, { name: 'Sydney 500', status: 'live', startDate: '2027-03-05' }),
    await createTippingScenario(database, { name: 'Bathurst 500', status: 'inactive', startDate: '2027-04-05' }),
  ] as const
  const season = aSeason({ weekendIds: scenarios.map(({ weekendId }) => weekendId), name: '2027 Championship' })
  await applySeason(database, season)
  const [ann, bob] = [await scenarios[0].fan('ann'), await scenarios[0].fan('bob')]
  const rounds = []
  for (const scenario of scenarios) {
    const raceId = await scenario.race()
    const cars = (await scenario.cars(2)) as [number, number]
    await scenario.tip(ann, cars[0])
    await scenario.tip(bob, cars[1])
    rounds.push({ ...scenario, addCars: scenario.cars, raceId, cars })
  }
  const published = async () => {
    const rows = await database('outbox').where({ type: seasonRoundCompleted.type }).orderBy('id')
    return rows
      .map(({ data }) => seasonRoundCompleted.data.parse(data))
      .filter(({ seasonId }) => seasonId === season.id)
  }
  const withdrawn = async () =>
    (await database('outbox').where({ type: seasonRoundReopened.type }).orderBy('id'))
      .map(({ data }) => seasonRoundReopened.data.parse(data))
      .filter(({ seasonId }) => seasonId === season.id)
  const won = async () => {
    const rows = await database('outbox').where({ type: seasonWon.type }).orderBy('id')
    return rows.map(({ data }) => seasonWon.data.parse(data)).filter(({ seasonId }) => seasonId === season.id)
  }
  const [first, second] = rounds as [(typeof rounds)[0], (typeof rounds)[0]]
  return { season, ann, bob, first, second, published, withdrawn, won }
}
const place = (userId: string, position: number, totalPoints: number, more: object = {}) => ({
  ...{ userId, position, shared: false, totalPoints, positionChange: 0 },
  ...more,
})

describe('a completed round', () => {
  test('publishes once where each participant stands, with the change since the round before', async () => {
    const { season, ann, bob, first, second, published } = await setUpSeason()
    await first.result(first.raceId, [first.cars[0], first.cars[1]])
    await first.weekend({ status: 'completed' })
    await settle()
    await publish()
    await publish()
    const { weekendId } = first
    const [event, ...more] = await published()
    expect(more).toEqual([])
    expect(event).toMatchObject({
      seasonId: season.id,
      season: season.name,
      weekendId,
      weekend: 'Sydney 500',
      round: 1,
    })
    expect(event?.standings.toSorted((a, b) => a.position - b.position)).toEqual([place(ann, 1, 50), place(bob, 2, 25)])
    await second.result(second.raceId, [second.cars[1]])
    await second.weekend({ status: 'completed' })
    await settle()
    await publish()
    expect((await published()).at(-1)).toMatchObject({ weekend: 'Bathurst 500', round: 2 })
    expect((await published()).at(-1)?.standings.toSorted((a, b) => a.position - b.position)).toEqual([
      place(bob, 1, 75, { positionChange: 1 }),
      place(ann, 2, 50, { positionChange: -1 }),
    ])
  })

  test('waits for the season leaderboard to count it, and for results that are still to be scored', async () => {
    const { first, published } = await setUpSeason()
    await first.publish(first.raceId, [first.cars[0]])
    await first.weekend({ status: 'completed' })
    await settle()
    await publish()
    expect(await published()).toEqual([])
    await first.score(first.raceId)
    await publish()
    expect(await published()).toEqual([])
    await settle()
    await publish()
    expect(await published()).toHaveLength(1)
  })

  test('without a result publishes nothing until one comes', async () => {
    const { first, published } = await setUpSeason()
    await first.result(first.raceId, [])
    await first.weekend({ status: 'completed' })
    await settle()
    await publish()
    expect(await published()).toEqual([])
    await first.result(first.raceId, [first.cars[0]])
    await settle()
    await publish()
    expect(await published()).toHaveLength(1)
  })

  test('is not published again after a correction', async () => {
    const { first, published } = await setUpSeason()
    await first.result(first.raceId, [first.cars[0]])
    await first.weekend({ status: 'completed' })
    await settle()
    await publish()
    await first.result(first.raceId, [first.cars[1]])
    await settle()
    await publish()
    expect(await published()).toHaveLength(1)
  })

  test('is withdrawn when the weekend is set back, and published again when it is completed again', async () => {
    const { season, first, published, withdrawn } = await setUpSeason()
    const { weekendId } = first
    await first.result(first.raceId, [first.cars[0]])
    await first.weekend({ status: 'completed' })
    await first.weekend({ status: 'live' })
    await settle()
    await publish()
    expect([await published(), await withdrawn()]).toEqual([[], []])
    await first.weekend({ status: 'completed' })
    await settle()
    await publish()
    await first.weekend({ status: 'live' })
    expect(await withdrawn()).toEqual([{ seasonId: season.id, weekendId }])
    await first.weekend({ status: 'completed' })
    await settle()
    await publish()
    expect([(await published()).length, (await withdrawn()).length]).toEqual([2, 1])
  })

  test('that was completed before it came into the season publishes nothing', async () => {
    const { season, first, published } = await setUpSeason()
    await applySeason(testDatabase.database, { ...season, weekends: season.weekends.slice(1), version: 2 })
    await first.result(first.raceId, [first.cars[0]])
    await first.weekend({ status: 'completed' })
    await applySeason(testDatabase.database, { ...season, version: 3 })
    await settle()
    await publish()
    expect(await published()).toEqual([])
  })

  test('is published in parts of a thousand participants', async () => {
    const { first, published } = await setUpSeason()
    const { id } = await testDatabase
      .database('scopes')
      .where({ weekend_id: first.weekendId, group_id: null })
      .first('id')
    await testDatabase.database.raw(
      `insert into standings (scope_id, user_id, sort_name) select ?, 'crowd-' || n, 'crowd' from generate_series(1, 1000) n`,
      [id],
    )
    await first.result(first.raceId, [first.cars[0]])
    await first.weekend({ status: 'completed' })
    await settle()
    await publish()
    const events = await published()
    expect(events.map(({ standings }) => standings.length)).toEqual([1000, 2])
    expect(new Set(events.flatMap(({ standings }) => standings.map(({ userId }) => userId))).size).toBe(1002)
    expect(events[0]?.standings.find(({ userId }) => userId === 'crowd-1')).toMatchObject({ position: 2, shared: true })
  })
})

describe('a completed season', () => {
  test('publishes its winners once, also if it is completed again', async () => {
    const { season, ann, first, won } = await setUpSeason()
    const { database } = testDatabase
    await first.result(first.raceId, [first.cars[0]])
    await settle()
    await publish()
    expect(await won()).toEqual([])
    await applySeason(database, { ...season, status: 'completed', version: 2 })
    await settle()
    await publish()
    await applySeason(database, { ...season, status: 'active', version: 3 })
    await applySeason(database, { ...season, status: 'completed', version: 4 })
    await settle()
    await publish()
    expect(await won()).toEqual([
      { seasonId: season.id, season: season.name, totalPoints: 50, shared: false, userIds: [ann] },
    ])
  })

  test('has all who share the first position, and waits for a result that is still to be scored', async () => {
    const { season, ann, bob, first, second, won } = await setUpSeason()
    await first.result(first.raceId, [first.cars[0]])
    await second.publish(second.raceId, [second.cars[1]])
    await applySeason(testDatabase.database, { ...season, status: 'completed', version: 2 })
    await settle()
    await publish()
    expect(await won()).toEqual([])
    await second.score(second.raceId)
    await settle()
    await publish()
    const [event] = await won()
    expect(event).toMatchObject({ totalPoints: 50, shared: true })
    expect(event?.userIds.toSorted()).toEqual([ann, bob].toSorted())
  })

  test('stays won by a deleted account that leads', async () => {
    const { season, ann, bob, first, published, won } = await setUpSeason()
    const { database } = testDatabase
    await first.result(first.raceId, [first.cars[0], first.cars[1]])
    await database.transaction((sql) => projectUser(sql, aUser({ id: ann, deleted: true })))
    await first.weekend({ status: 'completed' })
    await applySeason(database, { ...season, status: 'completed', version: 2 })
    await settle()
    await publish()
    const [{ standings } = { standings: [] }] = await published()
    expect(standings.toSorted((a, b) => a.position - b.position)).toEqual([place(ann, 1, 50), place(bob, 2, 25)])
    expect(await won()).toMatchObject([{ totalPoints: 50, shared: false, userIds: [ann] }])
  })

  test('has no winner without points, nor if the administrator takes the completion back before', async () => {
    const { season, first, won } = await setUpSeason()
    const { database } = testDatabase
    const [untipped] = await first.addCars(1)
    await first.result(first.raceId, [untipped!])
    await applySeason(database, { ...season, status: 'completed', version: 2 })
    await applySeason(database, { ...season, status: 'active', version: 3 })
    await settle()
    await publish()
    expect(await database('season_completions').where({ season_id: season.id })).toMatchObject([{ published_at: null }])
    await applySeason(database, { ...season, status: 'completed', version: 4 })
    await settle()
    await publish()
    expect(await won()).toEqual([])
  })
})
