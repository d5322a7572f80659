import { resultPublished } from '@purple-sector/contracts/admin/events'
import type { CallDefinition, CallInput } from '@purple-sector/contracts/call'
import { userChanged } from '@purple-sector/contracts/identity/events'
import { boardChanged, sessionLockChanged, sessionScored } from '@purple-sector/contracts/tipping/events'
import type { Entry, MyStats, Tip } from '@purple-sector/contracts/tipping/http'
import * as calls from '@purple-sector/contracts/tipping/internal'
import { carChanged, raceChanged, weekendChanged } from '@purple-sector/contracts/weekends/events'
import { traceIdOf } from '@purple-sector/messaging/trace'
import type { Caller } from '@purple-sector/service-kit'
import { aCar, aFan, aRace, aResult, aUser, aWeekend } from '@purple-sector/testing/builders'
import { createServiceTest, type ServiceTest } from '@purple-sector/testing/service-test'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { tipping as definition } from './service.ts'

let tipping: ServiceTest
beforeAll(async () => {
  tipping = await createServiceTest(definition, { config: { scoresHere: true } })
})
afterAll(() => tipping.close())

const get = async <T = unknown>(fan: Caller, url: string, headers: Record<string, string> = {}) =>
  (await tipping.as(fan))<T>('GET', url, undefined, headers)
const read = async <T>(fan: Caller, url: string): Promise<T> => (await get<T>(fan, url)).body
const asked = async <const Definition extends CallDefinition>(call: Definition, input: CallInput<Definition>) => {
  const outcome = await tipping.ask(call, input)
  if (outcome.kind !== 'reply') throw new Error(outcome.kind)
  return outcome.reply
}
const close = (race: { id: number; weekendId: number }) =>
  asked(calls.closeRace, { params: { raceId: race.id }, request: { weekendId: race.weekendId } })

const play = async (fans: Caller[]) => {
  const weekend = aWeekend()
  const race = aRace({ weekendId: weekend.id })
  const cars = [aCar({ weekendId: weekend.id }), aCar({ weekendId: weekend.id }), aCar({ weekendId: weekend.id })]
  await tipping.announce(weekendChanged, weekend)
  await tipping.announce(raceChanged, race)
  for (const car of cars) await tipping.announce(carChanged, car)
  for (const fan of fans) await tipping.announce(userChanged, aUser({ id: fan.userId, username: fan.username }))
  const ids = cars.map(({ id }) => id)
  const { database } = tipping
  const userIds = fans.map(({ userId }) => userId)
  await vi.waitFor(
    async () => {
      expect(await database('cars').where({ weekend_id: weekend.id })).toHaveLength(3)
      expect(await database('users').whereIn('id', userIds)).toHaveLength(fans.length)
    },
    { timeout: 30_000 },
  )
  for (const [index, fan] of fans.entries()) {
    const payload = { weekendId: weekend.id, category: race.category, carId: ids[index % 3] }
    expect((await (await tipping.as(fan))('POST', '/api/tips', payload)).status).toBe(201)
  }
  const leaderboard = `/api/weekends/${weekend.id}/leaderboard`
  const publish = (finished: number[], revision: number, traceparent?: string) =>
    tipping.announce(
      resultPublished,
      aResult({ raceId: race.id, weekendId: weekend.id, finished, revision }),
      traceparent === undefined ? {} : { traceparent },
    )
  return { weekend, race, ids, leaderboard, publish }
}

test('a result moves the board, and its correction moves it again', async () => {
  const [ann, bob] = [aFan({ username: 'ann' }), aFan({ username: 'bob' })]
  const { race, ids, leaderboard, publish, weekend } = await play([ann, bob])
  await publish(ids, 1)
  await vi.waitFor(
    async () =>
      expect(await read<Entry[]>(ann, leaderboard)).toMatchObject([
        { userId: ann.userId, position: 1, totalPoints: 50, username: 'ann' },
        { userId: bob.userId, position: 2, totalPoints: 25 },
      ]),
    { timeout: 30_000 },
  )
  const traceId = 'c'.repeat(32)
  await publish([ids[1]!, ids[0]!], 2, `00-${traceId}-${'d'.repeat(16)}-01`)
  await vi.waitFor(
    async () =>
      expect(await read<Entry[]>(ann, leaderboard)).toMatchObject([
        { userId: bob.userId, position: 1, totalPoints: 50, positionChange: 1 },
        { userId: ann.userId, position: 2, totalPoints: 25, positionChange: -1 },
      ]),
    { timeout: 30_000 },
  )
  expect(await read<MyStats>(bob, `/api/weekends/${weekend.id}/my-stats`)).toEqual({
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
      // What fans see is in the trace of what race control did.
      expect([scored.at(-1), versions.at(-1)].map((event) => traceIdOf(event?.traceparent))).toEqual([traceId, traceId])
      const locks = tipping.probe.seen(sessionLockChanged).filter(({ data }) => data.raceId === race.id)
      expect(Date.parse(locks.at(-1)?.data.locksAt ?? '')).toBeLessThanOrEqual(Date.now())
    },
    { timeout: 30_000 },
  )
})

test('a page has its size and version, ends with the own row, and is not sent twice', async () => {
  const fans = [aFan({ username: 'a' }), aFan({ username: 'b' }), aFan({ username: 'c' })]
  const { ids, leaderboard, publish } = await play(fans)
  await publish(ids, 1)
  await vi.waitFor(async () => expect((await read<Entry[]>(fans[2]!, leaderboard))[0]?.position).toBe(1), {
    timeout: 30_000,
  })
  const first = await get<Entry[]>(fans[2]!, `${leaderboard}?limit=1`)
  expect(first.body.map(({ username }) => username)).toEqual(['a', 'c'])
  expect(first.headers).toMatchObject({ 'x-total-count': '3', 'cache-control': 'private, no-cache' })
  expect(Number(first.headers['x-board-version'])).toBeGreaterThan(0)
  // Names that were heard of a moment later may still give the board another version.
  const etag = await vi.waitFor(
    async () => {
      const etag = String((await get(fans[2]!, `${leaderboard}?limit=1`)).headers.etag)
      const again = await get(fans[2]!, `${leaderboard}?limit=1`, { 'if-none-match': etag })
      expect([again.status, again.text]).toEqual([304, ''])
      return etag
    },
    { timeout: 30_000 },
  )
  expect((await get(fans[1]!, `${leaderboard}?limit=1`, { 'if-none-match': etag })).status).toBe(200)
  expect(await read<Entry[]>(fans[1]!, `${leaderboard}?limit=1&offset=1`)).toHaveLength(1)
})

test('a race is closed under the filter that was handed over a moment before, its event on the way or not', async () => {
  const fan = aFan()
  const { weekend, race, leaderboard } = await play([fan])
  const other = aRace({ weekendId: weekend.id, name: 'Race 2' })
  await asked(calls.takeStates, {
    params: { weekendId: weekend.id },
    request: {
      weekend: { sequence: 1_000, data: { ...weekend, productRaceIds: [other.id] } },
      races: [{ sequence: 1_000, data: other }],
    },
  })
  await close(race)
  const [held] = await read<Tip[]>(fan, `/api/tips/${weekend.id}`)
  expect(held?.sessions.map(({ raceId }) => raceId)).toEqual([other.id])
  expect(await read<Entry[]>(fan, leaderboard)).toHaveLength(1)
})

test('a deadline that was moved holds before its event is here, and the event then changes nothing', async () => {
  const fan = aFan()
  const { weekend, race } = await play([fan])
  const startTime = new Date(Date.now() + 3 * 3_600_000).toISOString()
  const deadline = new Date(Date.parse(startTime) - 2 * 60_000).toISOString()
  const moved = { ...race, startTime }
  const { locks } = await asked(calls.takeStates, {
    params: { weekendId: weekend.id },
    request: { races: [{ sequence: 1_000, data: moved }] },
  })
  expect(locks).toMatchObject([{ raceId: race.id, locksAt: deadline }])
  const deadlines = async () =>
    (await read<Tip[]>(fan, `/api/tips/${weekend.id}`)).map(({ countsFrom }) => countsFrom?.deadline)
  expect(await deadlines()).toEqual([deadline])
  await tipping.announce(
    raceChanged,
    { ...race, startTime: new Date(Date.now() - 1_000).toISOString() },
    { sequence: 999 },
  )
  const renamed = { ...moved, name: 'The Great Race' }
  await tipping.announce(raceChanged, renamed, { sequence: 1_001 })
  await vi.waitFor(
    async () =>
      expect(await read<Tip[]>(fan, `/api/tips/${weekend.id}`)).toMatchObject([{ countsFrom: { name: renamed.name } }]),
    { timeout: 30_000 },
  )
  expect(await deadlines()).toEqual([deadline])
})

test('bounds of a page are checked, an unknown weekend is an empty board', async () => {
  const fan = aFan()
  expect(await read(fan, '/api/weekends/1/leaderboard?limit=501')).toMatchObject({
    issues: [{ path: 'limit' }],
  })
  for (const query of ['offset=-1', 'offset=', 'limit=1e1'])
    expect((await get(fan, `/api/weekends/1/leaderboard?${query}`)).status).toBe(400)
  const unknown = await get(fan, '/api/weekends/987654/leaderboard')
  expect([unknown.body, unknown.headers['x-total-count']]).toEqual([[], '0'])
  expect(await read(fan, '/api/weekends/987654/my-stats')).toEqual({
    position: null,
    totalPoints: 0,
    tipsSubmitted: 0,
    successRate: 0,
    recentForm: [],
  })
  expect((await tipping.visitor('GET', '/api/weekends/1/leaderboard')).status).toBe(401)
})

test('the board of a group is for its members', async () => {
  const [ann, bob] = [aFan({ username: 'ann' }), aFan()]
  const { weekend } = await play([ann])
  const { database } = tipping
  const [scope] = await database('scopes').insert({ weekend_id: weekend.id, group_id: 77 }).returning('id')
  await database('scope_rules').insert({ scope_id: scope.id, in_force_from: '-infinity' })
  await database('memberships').insert({ scope_id: scope.id, user_id: ann.userId, joined_at: new Date() })
  await database('standings').insert({ scope_id: scope.id, user_id: ann.userId, sort_name: 'ann' })
  const url = `/api/groups/77/leaderboard/${weekend.id}`
  expect(await read<Entry[]>(ann, url)).toMatchObject([{ userId: ann.userId, totalPoints: 0, position: null }])
  expect((await get(bob, url)).status).toBe(404)
  expect(await read(ann, `/api/groups/leaderboards/${weekend.id}`)).toMatchObject([
    { groupId: 77, position: null, totalPoints: 0, memberCount: 1, top: [{ userId: ann.userId }] },
  ])
  expect(await read(bob, `/api/groups/leaderboards/${weekend.id}`)).toEqual([])
})

test('the gateway reads boards and standings, race control a preview, weekends its counts', async () => {
  const [ann, bob] = [aFan({ username: 'ann' }), aFan({ username: 'bob' })]
  const { weekend, race, ids, publish } = await play([ann, bob])
  const params = { weekendId: weekend.id }
  const preview = {
    raceId: race.id,
    weekendId: weekend.id,
    revision: 1,
    status: 'official' as const,
    places: [{ carId: ids[1]!, place: 1 }],
  }
  const figures = { raceId: race.id, revision: 1, scopes: 1, participantsChanged: 1, positionsMoved: 2 }
  expect(await asked(calls.previewResult, { request: preview })).toEqual({
    ...figures,
    open: true,
    top: null,
    movers: [],
  })
  await close(race)
  expect(await asked(calls.previewResult, { request: preview })).toMatchObject({
    ...figures,
    open: false,
    top: {
      after: [
        { username: 'bob', totalPoints: 50, position: 1 },
        { username: 'ann', position: 2 },
      ],
    },
    movers: [{ username: 'bob', before: { position: null, points: 0 }, after: { position: 1, points: 50 } }],
  })
  await publish(ids, 1)
  await vi.waitFor(
    async () =>
      expect(await asked(calls.findBoard, { params })).toMatchObject({
        weekendId: weekend.id,
        groupId: null,
        total: 2,
        entries: [{ username: 'ann' }, { username: 'bob' }],
        ranks: [
          { points: 50, firsts: 1, count: 1, position: 1 },
          { points: 25, seconds: 1, count: 1, position: 2 },
        ],
      }),
    { timeout: 30_000 },
  )
  const userIds = [bob.userId, 'nobody']
  expect(
    await asked(calls.findStandings, { request: { weekendId: weekend.id, groupId: null, userIds } }),
  ).toMatchObject({
    standings: [{ userId: bob.userId, totalPoints: 25, seconds: 1, position: 2, positionChange: 0 }],
  })
  expect(await asked(calls.findBoardPage, { params, query: { limit: 1, offset: 1 } })).toMatchObject({
    total: 2,
    entries: [{ username: 'bob' }],
  })
  expect(await asked(calls.findBoardEntries, { params, request: { userIds: ['nobody', ann.userId] } })).toMatchObject({
    entries: [{ userId: ann.userId, position: 1 }],
  })
  expect(await asked(calls.countTips, { params: { id: weekend.id } })).toEqual({ tips: 2, racers: 2 })
  expect(await asked(calls.countTips, { params: { id: weekend.id }, query: { category: 'Super2' } })).toEqual({
    tips: 0,
    racers: 0,
  })
  expect((await tipping.visitor('GET', `/internal/boards/${weekend.id}`)).status).toBe(401)
})

test('a poison event holds up nobody else', async () => {
  const ann = aFan({ username: 'ann' })
  const { weekend, race, ids, leaderboard } = await play([ann])
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
  await tipping.announce(
    resultPublished,
    aResult({ raceId: race.id, weekendId: weekend.id, finished: ids, revision: 1 }),
    { sequence: 2 },
  )
  await vi.waitFor(async () => expect(await read<Entry[]>(ann, leaderboard)).toMatchObject([{ totalPoints: 50 }]), {
    timeout: 30_000,
  })
})
