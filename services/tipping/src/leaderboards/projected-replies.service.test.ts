import { liveTimingChanged } from '@purple-sector/contracts/admin/events'
import type { Timing } from '@purple-sector/contracts/admin/live-timing'
import { VISIBLE_TIMINGS } from '@purple-sector/contracts/timings'
import type { Entry, PotentialPoints, ProvisionalEntry } from '@purple-sector/contracts/tipping/http'
import * as calls from '@purple-sector/contracts/tipping/internal'
import { openCompetition } from '@purple-sector/contracts/tipping/scope'
import { aFan, aGroup, aMembership } from '@purple-sector/testing/builders'
import { timingReply } from '@purple-sector/testing/replies'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createTippingTest, type TippingTest } from '../../test/create-test-tipping.ts'

let tipping: TippingTest
beforeAll(async () => {
  tipping = await createTippingTest()
})
afterAll(() => tipping.close())

const WAIT_OPTIONS = { timeout: 30_000 }
const NOW = Date.now()
const secondsFromStart = (seconds: number): string => new Date(NOW + seconds * 1000).toISOString()

const showTiming = async (timing: Timing): Promise<void> => {
  const { generation, sequence, raceId } = timing
  const visibleTimings = tipping.platform.cache.latest(VISIBLE_TIMINGS)
  expect(await visibleTimings.putIfNewer(String(raceId), { generation, sequence, value: timing }, 60_000)).toBe(
    'newest',
  )
}
const pause = (isPaused: boolean) =>
  tipping.publishEvent(liveTimingChanged, { isPaused, isRunning: true, source: null, raceId: null })

test('a fan reads the projected board while a race is running, and the stored board otherwise', async () => {
  const fans = [aFan({ username: 'ann' }), aFan({ username: 'bob' }), aFan({ username: 'cid' })]
  const [ann, , cid] = fans as [(typeof fans)[0], (typeof fans)[0], (typeof fans)[0]]
  const { weekend, race, carIds, leaderboard, publish } = await tipping.setUpWeekend(fans)
  const group = { sequence: 1, data: aGroup({ id: 91, weekendId: weekend.id, creatorId: cid.userId }) }
  const membership = { sequence: 1, data: aMembership({ groupId: 91, weekendId: weekend.id, userId: cid.userId }) }
  await tipping.callService(calls.applyGroup, { request: { group, memberships: [membership] } })
  const projected = `${leaderboard}?projected=true`
  const readLeaderboard = async (url = projected, headers = {}) => tipping.get<ProvisionalEntry[]>(cid, url, headers)

  const notRunning = await readLeaderboard()
  expect([notRunning.status, notRunning.headers['x-projected'], notRunning.headers['last-changed']]).toEqual([
    200,
    undefined,
    undefined,
  ])
  expect(notRunning.body).toEqual((await readLeaderboard(leaderboard)).body)

  const ofRace = { raceId: race.id, weekendId: weekend.id }
  const [first, second, third] = carIds as [number, number, number]
  await showTiming(timingReply([third, first, second], { ...ofRace, sequence: 1, at: secondsFromStart(-30) }))
  // No fan may learn others' tips before the lock.
  expect((await readLeaderboard()).headers['x-projected']).toBeUndefined()
  await tipping.closeRace(race)
  const projectedBoard = await readLeaderboard()
  expect(projectedBoard.headers).toMatchObject({
    'x-projected': `${race.id}:1`,
    'x-total-count': '3',
    'last-changed': secondsFromStart(-30),
  })
  expect(projectedBoard.body).toMatchObject([
    { userId: cid.userId, position: 1, totalPoints: 50, gain: 50, picks: { first: 1 }, positionChange: 0 },
    { userId: ann.userId, position: 2, totalPoints: 25, gain: 25 },
    { position: 3, totalPoints: 15, gain: 15 },
  ])
  expect(await tipping.read<ProvisionalEntry[]>(ann, `${projected}&limit=1`)).toMatchObject([
    { userId: cid.userId, position: 1 },
    { userId: ann.userId, position: 2, totalPoints: 25, gain: 25 },
  ])
  expect((await readLeaderboard(`${projected}&limit=1&offset=2`)).body).toHaveLength(2)
  expect((await readLeaderboard(`${projected}&limit=501`)).status).toBe(400)
  expect((await readLeaderboard(`${leaderboard}?projected=perhaps`)).status).toBe(400)

  // The same podium gives the same board for any snapshot; another leader gives another one.
  let sequence = 1
  const etag = await vi.waitFor(async () => {
    // Names that arrive a moment later may still give the board another version.
    const { etag } = (await readLeaderboard()).headers
    await showTiming(
      timingReply([third, first, second], { ...ofRace, sequence: ++sequence, at: secondsFromStart(-20) }),
    )
    const notModified = await readLeaderboard(projected, { 'if-none-match': String(etag) })
    expect([notModified.status, notModified.headers['x-projected'], notModified.headers['last-changed']]).toEqual([
      304,
      `${race.id}:${sequence}`,
      secondsFromStart(-30),
    ])
    return etag
  }, WAIT_OPTIONS)
  await showTiming(timingReply([first, third, second], { ...ofRace, sequence: ++sequence, at: secondsFromStart(-10) }))
  const otherLeader = await readLeaderboard(projected, { 'if-none-match': String(etag) })
  expect([otherLeader.status, otherLeader.body[0]?.userId, otherLeader.headers['last-changed']]).toEqual([
    200,
    ann.userId,
    secondsFromStart(-10),
  ])

  const groupUrl = `/api/groups/91/leaderboard/${weekend.id}?projected=true`
  const groupBoard = await readLeaderboard(groupUrl)
  expect([groupBoard.headers['x-projected'], groupBoard.body]).toMatchObject([
    `${race.id}:${sequence}`,
    [{ userId: cid.userId, position: 1, totalPoints: 0, gain: 0 }],
  ])
  expect((await tipping.get(ann, groupUrl)).status).toBe(404)
  expect(await tipping.read<PotentialPoints[]>(ann, `/api/tips/stakes/${race.id}`)).toEqual([
    { groupId: null, groupName: null, carId: first, pays: { first: 50, second: 25, third: 15 } },
  ])
  expect((await tipping.get(ann, '/api/tips/stakes/0')).status).toBe(400)
  expect((await tipping.get(ann, '/api/tips/stakes/987654321')).status).toBe(404)
  expect((await tipping.visitor('GET', `/api/tips/stakes/${race.id}`)).status).toBe(401)

  const readTops = () =>
    tipping.callService(calls.findProjectedLeaderboards, {
      request: {
        raceId: race.id,
        podium: [first, third, second],
        scopes: [openCompetition(weekend.id), { weekendId: weekend.id, groupId: 91 }],
      },
    })
  expect((await readTops()).leaderboards).toMatchObject([
    { scope: openCompetition(weekend.id), total: 3, entries: otherLeader.body },
    { scope: { weekendId: weekend.id, groupId: 91 }, total: 1 },
  ])

  await pause(true)
  await vi.waitFor(async () => expect((await readTops()).leaderboards).toEqual([]), WAIT_OPTIONS)
  expect((await readLeaderboard()).headers['x-projected']).toBeUndefined()
  await pause(false)
  await vi.waitFor(async () => expect((await readTops()).leaderboards).toHaveLength(2), WAIT_OPTIONS)

  await publish([second, first, third], 1)
  await vi.waitFor(async () => {
    const stored = await tipping.get<Entry[]>(ann, projected)
    expect([stored.headers['x-projected'], stored.body.map(({ totalPoints }) => totalPoints)]).toEqual([
      undefined,
      [50, 25, 15],
    ])
  }, WAIT_OPTIONS)
  expect((await readTops()).leaderboards).toEqual([])
  const result = await tipping.database('classifications').where({ race_id: race.id }).first('published_at')
  const publishedAt = result.published_at.toISOString()
  for (const url of [
    leaderboard,
    `/api/weekends/${weekend.id}/my-stats`,
    `/api/weekends/${weekend.id}/my-points`,
    `/api/weekends/${weekend.id}/picks`,
    `/api/tips/${weekend.id}`,
    `/api/groups/leaderboards/${weekend.id}`,
    '/api/groups/91/race-progress',
    '/api/groups/91/category-standings',
    '/api/groups/91/picks',
    '/api/analytics/performance',
    '/api/analytics/history',
  ])
    expect([url, (await tipping.get(cid, url)).headers['last-changed']]).toEqual([url, publishedAt])
})
