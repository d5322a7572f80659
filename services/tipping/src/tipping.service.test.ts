import { resultPublished } from '@purple-sector/contracts/admin/events'
import { userChanged } from '@purple-sector/contracts/identity/events'
import { boardChanged, sessionLockChanged, sessionScored } from '@purple-sector/contracts/tipping/events'
import type { Entry, MyStats, Tip } from '@purple-sector/contracts/tipping/http'
import * as calls from '@purple-sector/contracts/tipping/internal'
import { raceChanged } from '@purple-sector/contracts/weekends/events'
import { traceIdOf } from '@purple-sector/telemetry/trace'
import { aFan, aRace, aResult, aUser } from '@purple-sector/testing/builders'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createTippingTest, type TippingTest } from '../test/create-test-tipping.ts'
import { createTippingScenario } from '../test/tipping-scenario.ts'
import { scoreRace } from './scoring/score-race.ts'

let tipping: TippingTest
beforeAll(async () => {
  tipping = await createTippingTest()
})
afterAll(() => tipping.close())

test('a result changes the board, and its correction changes it again', async () => {
  const [ann, bob] = [aFan({ username: 'ann' }), aFan({ username: 'bob' })]
  const { race, carIds, leaderboard, publish, weekend } = await tipping.setUpWeekend([ann, bob])
  await publish(carIds, 1)
  await vi.waitFor(
    async () =>
      expect(await tipping.read<Entry[]>(ann, leaderboard)).toMatchObject([
        { userId: ann.userId, position: 1, totalPoints: 50, username: 'ann' },
        { userId: bob.userId, position: 2, totalPoints: 25 },
      ]),
    { timeout: 30_000 },
  )
  const traceId = 'c'.repeat(32)
  await publish([carIds[1]!, carIds[0]!], 2, `00-${traceId}-${'d'.repeat(16)}-01`)
  await vi.waitFor(
    async () =>
      expect(await tipping.read<Entry[]>(ann, leaderboard)).toMatchObject([
        { userId: bob.userId, position: 1, totalPoints: 50, positionChange: 1 },
        { userId: ann.userId, position: 2, totalPoints: 25, positionChange: -1 },
      ]),
    { timeout: 30_000 },
  )
  expect(await tipping.read<MyStats>(bob, `/api/weekends/${weekend.id}/my-stats`)).toEqual({
    position: 1,
    totalPoints: 50,
    tipsSubmitted: 1,
    successRate: 100,
    recentForm: [50],
  })
  await vi.waitFor(
    () => {
      const scored = tipping.probe.seen(sessionScored).filter(({ data }) => data.raceId === race.id)
      expect(scored.map(({ data }) => data.kind)).toEqual(['completed', 'corrected'])
      const versions = tipping.probe.seen(boardChanged).filter(({ data }) => data.weekendId === weekend.id)
      expect(versions.at(-1)?.data).toMatchObject({
        reason: 'result',
        entries: [{ username: 'bob' }, { username: 'ann' }],
      })
      // The events that fans see carry the trace of race control's request.
      expect([scored.at(-1), versions.at(-1)].map((event) => traceIdOf(event?.traceparent))).toEqual([traceId, traceId])
      const locks = tipping.probe.seen(sessionLockChanged).filter(({ data }) => data.raceId === race.id)
      expect(Date.parse(locks.at(-1)?.data.locksAt ?? '')).toBeLessThanOrEqual(Date.now())
    },
    { timeout: 30_000 },
  )
})

test('a fan whose identity event is pending is on the first board by name, and the event replaces the name', async () => {
  const { weekend, race, carIds, leaderboard } = await tipping.setUpWeekend([])
  const [amy, zoe] = [aFan({ username: 'Amy' }), aFan({ username: null, firstName: 'Zoe', lastName: 'Quick' })]
  for (const fan of [zoe, amy]) {
    const tip = { weekendId: weekend.id, category: race.category, carId: carIds[0] }
    expect((await (await tipping.as(fan))('POST', '/api/tips', tip)).status).toBe(201)
  }
  const { data } = await tipping.probe.next(
    boardChanged,
    (board) => board.weekendId === weekend.id && board.total === 2,
  )
  expect(data.entries.map(({ username, firstName }) => username ?? firstName)).toEqual(['Amy', 'Zoe'])
  await tipping.publishEvent(userChanged, aUser({ id: amy.userId, username: 'zz_amy' }))
  await vi.waitFor(
    async () =>
      expect(await tipping.read<Entry[]>(amy, leaderboard)).toMatchObject([
        { firstName: 'Zoe' },
        { username: 'zz_amy' },
      ]),
    { timeout: 30_000 },
  )
})

test('closing a race applies the filter that was pushed before its event', async () => {
  const fan = aFan()
  const { weekend, race, leaderboard } = await tipping.setUpWeekend([fan])
  const other = aRace({ weekendId: weekend.id, name: 'Race 2' })
  await tipping.callService(calls.syncStates, {
    request: {
      weekend: { sequence: 1_000, data: { ...weekend, productRaceIds: [other.id] } },
      races: [{ sequence: 1_000, data: other }],
    },
  })
  await tipping.closeRace(race)
  const [ownTip] = await tipping.read<Tip[]>(fan, `/api/tips/${weekend.id}`)
  expect(ownTip?.sessions.map(({ raceId }) => raceId)).toEqual([other.id])
  expect(await tipping.read<Entry[]>(fan, leaderboard)).toHaveLength(1)
})

test('a pushed deadline is in force before its event, and the event changes nothing', async () => {
  const fan = aFan()
  const { weekend, race } = await tipping.setUpWeekend([fan])
  const startTime = new Date(Date.now() + 3 * 3_600_000).toISOString()
  const deadline = new Date(Date.parse(startTime) - 2 * 60_000).toISOString()
  const moved = { ...race, startTime }
  const { locks } = await tipping.callService(calls.syncStates, {
    request: { races: [{ sequence: 1_000, data: moved }] },
  })
  expect(locks).toMatchObject([{ raceId: race.id, locksAt: deadline }])
  const deadlines = async () =>
    (await tipping.read<Tip[]>(fan, `/api/tips/${weekend.id}`)).map(({ countsFrom }) => countsFrom?.deadline)
  expect(await deadlines()).toEqual([deadline])
  await tipping.publishEvent(
    raceChanged,
    { ...race, startTime: new Date(Date.now() - 1_000).toISOString() },
    { sequence: 999 },
  )
  const renamed = { ...moved, name: 'The Great Race' }
  await tipping.publishEvent(raceChanged, renamed, { sequence: 1_001 })
  await vi.waitFor(
    async () =>
      expect(await tipping.read<Tip[]>(fan, `/api/tips/${weekend.id}`)).toMatchObject([
        { countsFrom: { name: renamed.name } },
      ]),
    { timeout: 30_000 },
  )
  expect(await deadlines()).toEqual([deadline])
})

test('the next worker publishes the groups that a worker left, and then the scored race', async () => {
  const { database } = tipping
  const scenario = await createTippingScenario(database)
  const race = await scenario.race()
  const [car] = await scenario.cars(1)
  const ann = await scenario.fan('ann')
  const group = await scenario.group()
  await scenario.join(group, ann)
  await scenario.tip(ann, car!, group)
  await scenario.publish(race, [car!])
  // Scores it and publishes nothing. For the background refresh a publisher is active.
  expect(await scoreRace({ database })(race)).toBe('scored')
  await database('pending_scoring_events').update({ resumed_at: database.raw(`clock_timestamp() + interval '1 hour'`) })
  await database('scoring_requests').where({ race_id: race }).update({ requested_at: '2026-01-01' })
  await vi.waitFor(
    () => {
      const scored = tipping.probe.seen(sessionScored).filter(({ data }) => data.raceId === race)
      expect(scored.map(({ data }) => data.kind)).toEqual(['completed'])
    },
    { timeout: 30_000 },
  )
  const boards = tipping.probe
    .seen(boardChanged)
    .filter(({ data }) => data.groupId === group.groupId && data.reason === 'result')
  expect(boards.map(({ data }) => data.entries)).toMatchObject([[{ userId: ann, totalPoints: 50 }]])
  expect(await database('scoring_requests').where({ race_id: race }).pluck('state')).toEqual(['done'])
})

test('a poison event blocks no other event', async () => {
  const ann = aFan({ username: 'ann' })
  const { weekend, race, carIds, leaderboard } = await tipping.setUpWeekend([ann])
  await tipping.bus.publish([
    {
      specversion: '1.0',
      id: crypto.randomUUID(),
      source: '/admin',
      type: resultPublished.type,
      subject: `result/${race.id}`,
      time: new Date().toISOString(),
      datacontenttype: 'application/json',
      data: { raceId: 'not a number' },
      key: `weekend/${weekend.id}`,
      sequence: 1,
    },
  ])
  await tipping.publishEvent(
    resultPublished,
    aResult({ raceId: race.id, weekendId: weekend.id, finished: carIds, revision: 1 }),
    { sequence: 2 },
  )
  await vi.waitFor(
    async () => expect(await tipping.read<Entry[]>(ann, leaderboard)).toMatchObject([{ totalPoints: 50 }]),
    {
      timeout: 30_000,
    },
  )
})
