import { randomUUID } from 'node:crypto'
import type { Entry } from '@purple-sector/contracts/tipping/http'
import * as calls from '@purple-sector/contracts/tipping/internal'
import { openCompetition, scopeKey } from '@purple-sector/contracts/tipping/scope'
import { aFan, aGroup, aMembership } from '@purple-sector/testing/builders'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createTippingTest, type TippingTest } from '../../test/create-test-tipping.ts'

let tipping: TippingTest
beforeAll(async () => {
  tipping = await createTippingTest()
})
afterAll(() => tipping.close())

test('a board page has its size, its version and the own row last, and replies 304 to its ETag', async () => {
  const fans = [aFan({ username: 'a' }), aFan({ username: 'b' }), aFan({ username: 'c' })]
  const { carIds, leaderboard, publish } = await tipping.setUpWeekend(fans)
  await publish(carIds, 1)
  await vi.waitFor(async () => expect((await tipping.read<Entry[]>(fans[2]!, leaderboard))[0]?.position).toBe(1), {
    timeout: 30_000,
  })
  const first = await tipping.get<Entry[]>(fans[2]!, `${leaderboard}?limit=1`)
  expect(first.body.map(({ username }) => username)).toEqual(['a', 'c'])
  expect(first.headers).toMatchObject({ 'x-total-count': '3', 'cache-control': 'private, no-cache' })
  expect(Number(first.headers['x-board-version'])).toBeGreaterThan(0)
  // Names that arrive a moment later may still give the board another version.
  const etag = await vi.waitFor(
    async () => {
      const etag = String((await tipping.get(fans[2]!, `${leaderboard}?limit=1`)).headers.etag)
      const notModified = await tipping.get(fans[2]!, `${leaderboard}?limit=1`, { 'if-none-match': etag })
      expect([notModified.status, notModified.text]).toEqual([304, ''])
      return etag
    },
    { timeout: 30_000 },
  )
  expect((await tipping.get(fans[1]!, `${leaderboard}?limit=1`, { 'if-none-match': etag })).status).toBe(200)
  expect(await tipping.read<Entry[]>(fans[1]!, `${leaderboard}?limit=1&offset=1`)).toHaveLength(1)
})

test('the leaderboard route rejects invalid page bounds and returns an empty board for an unknown weekend', async () => {
  const fan = aFan()
  expect(await tipping.read(fan, '/api/weekends/1/leaderboard?limit=501')).toMatchObject({
    issues: [{ path: 'limit' }],
  })
  for (const query of ['offset=-1', 'offset=', 'limit=1e1'])
    expect((await tipping.get(fan, `/api/weekends/1/leaderboard?${query}`)).status).toBe(400)
  const unknown = await tipping.get(fan, '/api/weekends/987654/leaderboard')
  expect([unknown.body, unknown.headers['x-total-count']]).toEqual([[], '0'])
  const ifNoneMatch = { 'if-none-match': String(unknown.headers.etag) }
  expect((await tipping.get(fan, '/api/weekends/987654/leaderboard', ifNoneMatch)).status).toBe(304)
  expect(await tipping.read(fan, '/api/weekends/987654/my-stats')).toEqual({
    position: null,
    totalPoints: 0,
    tipsSubmitted: 0,
    successRate: 0,
    recentForm: [],
  })
  expect((await tipping.visitor('GET', '/api/weekends/1/leaderboard')).status).toBe(401)
})

test('the ETag of a group’s board changes with the tips of another member, though its version does not', async () => {
  const [ann, bob] = [aFan({ username: 'ann' }), aFan({ username: 'bob' })]
  const { weekend, race, carIds } = await tipping.setUpWeekend([ann, bob])
  const group = { sequence: 1, data: aGroup({ id: 78, weekendId: weekend.id }) }
  const memberships = [ann, bob].map(({ userId }) => ({
    sequence: 1,
    data: aMembership({ groupId: 78, weekendId: weekend.id, userId }),
  }))
  await tipping.callService(calls.applyGroup, { request: { group, memberships } })
  const url = `/api/groups/78/leaderboard/${weekend.id}`
  const before = await tipping.get<Entry[]>(ann, url)
  const payload = { weekendId: weekend.id, category: race.category, carId: carIds[0], groupId: 78, tipSource: 'group' }
  expect((await (await tipping.as(bob))('POST', '/api/tips', payload)).status).toBe(201)
  const after = await tipping.get<Entry[]>(ann, url, { 'if-none-match': String(before.headers.etag) })
  expect([after.status, after.body.map(({ tipsSubmitted }) => tipsSubmitted)]).toEqual([200, [0, 1]])
})

test('only members read the board of a group', async () => {
  const [ann, bob] = [aFan({ username: 'ann' }), aFan()]
  const { weekend } = await tipping.setUpWeekend([ann])
  const group = { sequence: 1, data: aGroup({ id: 77, weekendId: weekend.id }) }
  const membership = { sequence: 1, data: aMembership({ groupId: 77, weekendId: weekend.id, userId: ann.userId }) }
  await tipping.callService(calls.applyGroup, { request: { group, memberships: [membership] } })
  const url = `/api/groups/77/leaderboard/${weekend.id}`
  expect(await tipping.read<Entry[]>(ann, url)).toMatchObject([{ userId: ann.userId, totalPoints: 0, position: null }])
  expect((await tipping.get(bob, url)).status).toBe(404)
  expect(await tipping.read(ann, `/api/groups/leaderboards/${weekend.id}`)).toMatchObject([
    { groupId: 77, position: null, shared: false, totalPoints: 0, memberCount: 1, top: [{ userId: ann.userId }] },
  ])
  expect(await tipping.read(bob, `/api/groups/leaderboards/${weekend.id}`)).toEqual([])
  const move = { moveId: randomUUID(), weekendId: weekend.id }
  expect(await tipping.callService(calls.holdGroup, { params: { groupId: 77 }, request: move })).toEqual({
    outcome: 'held',
  })
  expect(await tipping.callService(calls.releaseGroup, { params: { groupId: 77 }, request: move })).toEqual({})
})

test('the internal routes return boards, standings, a result preview and tip counts', async () => {
  const [ann, bob] = [aFan({ username: 'ann' }), aFan({ username: 'bob' })]
  const { weekend, race, carIds, publish } = await tipping.setUpWeekend([ann, bob])
  const scope = openCompetition(weekend.id)
  const preview = {
    raceId: race.id,
    weekendId: weekend.id,
    revision: 1,
    status: 'official' as const,
    places: [{ carId: carIds[1]!, place: 1 }],
  }
  const counts = { raceId: race.id, revision: 1, scopes: 1, participantsChanged: 1, positionsMoved: 2 }
  expect(await tipping.callService(calls.previewResult, { request: preview })).toEqual({
    ...counts,
    open: true,
    top: null,
    movers: [],
  })
  await tipping.closeRace(race)
  expect(await tipping.callService(calls.previewResult, { request: preview })).toMatchObject({
    ...counts,
    open: false,
    top: {
      after: [
        { username: 'bob', totalPoints: 50, position: 1 },
        { username: 'ann', position: 2 },
      ],
    },
    movers: [{ username: 'bob', before: { position: null, points: 0 }, after: { position: 1, points: 50 } }],
  })
  await publish(carIds, 1)
  await vi.waitFor(
    async () =>
      expect(await tipping.callService(calls.findLeaderboard, { query: { scope: scopeKey(scope) } })).toMatchObject({
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
  expect(await tipping.callService(calls.findStandings, { request: { scope, userIds } })).toMatchObject({
    standings: [{ userId: bob.userId, totalPoints: 25, seconds: 1, position: 2, positionChange: 0 }],
  })
  const query = { scope: scopeKey(scope), limit: 1, offset: 1 }
  expect(await tipping.callService(calls.findLeaderboardPage, { query })).toMatchObject({
    total: 2,
    entries: [{ username: 'bob' }],
  })
  expect(
    await tipping.callService(calls.findLeaderboardEntries, { request: { scope, userIds: ['nobody', ann.userId] } }),
  ).toMatchObject({
    entries: [{ userId: ann.userId, position: 1 }],
  })
  expect(await tipping.callService(calls.countTips, { params: { id: weekend.id } })).toEqual({ tips: 2, racers: 2 })
  expect(await tipping.callService(calls.countTips, { params: { id: weekend.id }, query: { categoryId: 3 } })).toEqual({
    tips: 0,
    racers: 0,
  })
  expect((await tipping.visitor('GET', `/internal/leaderboards?scope=${scopeKey(scope)}`)).status).toBe(401)
})
