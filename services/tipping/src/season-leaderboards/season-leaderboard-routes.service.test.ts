import { resultPublished } from '@purple-sector/contracts/admin/events'
import { groupChanged, membershipChanged } from '@purple-sector/contracts/groups/events'
import { userChanged } from '@purple-sector/contracts/identity/events'
import { seasonBoardChanged } from '@purple-sector/contracts/tipping/events'
import {
  findSeasonLeaderboardEntries,
  findSeasonLeaderboardPage,
  findSeasonStandings,
} from '@purple-sector/contracts/tipping/internal'
import type { SeasonEntry } from '@purple-sector/contracts/tipping/seasons'
import { seasonChanged, weekendChanged } from '@purple-sector/contracts/weekends/events'
import { aFan, aGroup, aMembership, aResult, aSeason, aUser } from '@purple-sector/testing/builders'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createTippingTest, type TippingTest } from '../../test/create-test-tipping.ts'

let service: TippingTest
beforeAll(async () => {
  service = await createTippingTest()
})
afterAll(() => service.close())

const [ann, bob, cat] = [aFan({ username: 'ann' }), aFan({ username: 'bob' }), aFan({ username: 'cat' })]

test('a result is on the season’s leaderboard within seconds, with its event, its headers and the caller’s own row', async () => {
  const { weekend, race, carIds, publish, leaderboard } = await service.setUpWeekend([ann, bob, cat])
  const season = aSeason({ weekendIds: [weekend.id] })
  await service.publishEvent(seasonChanged, season)
  await publish(carIds, 1)
  const url = `/api/seasons/${season.id}/leaderboard`
  await vi.waitFor(
    async () => {
      const entries = await service.read<SeasonEntry[]>(ann, url)
      expect(entries.map(({ position }) => position)).toEqual([1, 2, 3])
    },
    { timeout: 30_000 },
  )
  const { body, headers } = await service.get<SeasonEntry[]>(cat, `${url}?limit=1`)
  expect(body).toMatchObject([
    { userId: ann.userId, username: 'ann', position: 1, weekendsPlayed: 1, rounds: [{ weekendId: weekend.id }] },
    { userId: cat.userId, position: 3 },
  ])
  expect(headers).toMatchObject({ 'x-total-count': '3', 'cache-control': 'private, no-cache' })
  const weekendPage = await service.get(cat, leaderboard)
  expect(headers['last-changed']).toBe(weekendPage.headers['last-changed'])
  expect(headers['last-changed']).toEqual(expect.any(String))

  const etag = String(headers.etag)
  expect((await service.get(cat, `${url}?limit=1`, { 'if-none-match': etag })).status).toBe(304)
  expect((await service.get(cat, `${url}?limit=2`, { 'if-none-match': etag })).status).toBe(200)

  const version = Number(headers['x-board-version'])
  expect(service.probe.seen(seasonBoardChanged).at(-1)).toMatchObject({
    data: { seasonId: season.id, groupId: null, version },
  })
  const scope = `open/season/${season.id}`
  const page = await service.callService(findSeasonLeaderboardPage, { query: { scope, limit: 2, offset: 1 } })
  expect(page).toMatchObject({ version, total: 3, entries: [{ userId: bob.userId }, { userId: cat.userId }] })
  const own = await service.callService(findSeasonLeaderboardEntries, {
    request: { scope: { seasonId: season.id, groupId: null }, userIds: [bob.userId, 'unknown'] },
  })
  expect(own).toMatchObject({ version, entries: [{ userId: bob.userId, position: 2 }] })

  const userIds = [bob.userId, 'unknown', ann.userId]
  const { standings } = await service.callService(findSeasonStandings, {
    request: { scope: { seasonId: season.id, groupId: null }, userIds },
  })
  const standing = { shared: false, positionChange: 0 }
  expect(standings).toHaveLength(2)
  expect(standings).toEqual(
    expect.arrayContaining([
      { ...standing, userId: ann.userId, position: 1, totalPoints: 50, canWin: true, clinched: true },
      { ...standing, userId: bob.userId, position: 2, totalPoints: 25, canWin: false, clinched: false },
    ]),
  )

  await service.publishEvent(weekendChanged, { ...weekend, status: 'completed' })
  await service.publishEvent(
    resultPublished,
    aResult({ raceId: race.id, weekendId: weekend.id, finished: [carIds[1]!], revision: 2 }),
  )
  await vi.waitFor(
    async () =>
      expect((await service.read<SeasonEntry[]>(ann, url))[0]).toMatchObject({ userId: bob.userId, weekendsWon: 1 }),
    { timeout: 30_000 },
  )
})

test('a season without weekends is empty in every read', async () => {
  const season = aSeason({ jokers: 2 })
  await service.publishEvent(seasonChanged, season)
  const url = `/api/seasons/${season.id}`
  await vi.waitFor(async () => expect((await service.get(ann, `${url}/me`)).status).toBe(200), { timeout: 30_000 })
  expect(await service.read(ann, `${url}/me`)).toEqual({
    ...{ seasonId: season.id, version: expect.any(Number), position: null, shared: false, totalPoints: 0 },
    ...{ jokersLeft: 2, maxReachable: null, canWin: false, clinched: false, weekends: [] },
  })
  expect(await service.read(ann, `${url}/chances`)).toEqual({
    ...{ maxReachable: null, canWin: false, clinched: false, podiums: null, sentences: [] },
  })
  await service.publishEvent(userChanged, aUser({ id: bob.userId, username: 'bob' }))
  const compare = `/api/compare/${bob.userId}?seasonId=${season.id}`
  await vi.waitFor(async () => expect((await service.get(ann, compare)).status).toBe(200), { timeout: 30_000 })
  expect(await service.read(ann, compare)).toMatchObject({ seasonId: season.id, competitions: [] })
  for (const file of ['leaderboard.json', 'leaderboard.csv'])
    expect(await service.get(ann, `/api/open/seasons/${season.id}/${file}`)).toMatchObject({ status: 404 })
})

test('a season without weekends has an empty leaderboard, and an unknown one is not found', async () => {
  const season = aSeason()
  await service.publishEvent(seasonChanged, season)
  const url = `/api/seasons/${season.id}/leaderboard`
  await vi.waitFor(async () => expect((await service.get(ann, url)).status).toBe(200), { timeout: 30_000 })
  const { body, headers } = await service.get(ann, url)
  expect(body).toEqual([])
  expect(headers).toMatchObject({ 'x-total-count': '0', 'x-board-version': '0' })
  expect(headers).not.toHaveProperty('last-changed')
  expect(await service.get(ann, '/api/seasons/999999/leaderboard')).toMatchObject({
    status: 404,
    body: { code: 'SEASON_NOT_FOUND' },
  })
  const page = await service.callService(findSeasonLeaderboardPage, {
    query: { scope: 'open/season/999999', limit: 20, offset: 0 },
  })
  expect(page).toEqual({ version: 0, changedAt: null, total: 0, entries: [] })
  const request = { scope: { seasonId: 999_999, groupId: null }, userIds: [ann.userId] }
  expect(await service.callService(findSeasonStandings, { request })).toEqual({ version: 0, standings: [] })
})

test('a season group has its season for its members, with headers and validators', async () => {
  const { weekend } = await service.setUpWeekend([ann, bob])
  const season = aSeason({ weekendIds: [weekend.id] })
  await service.publishEvent(seasonChanged, season)
  const group = aGroup({
    weekendId: weekend.id,
    creatorId: ann.userId,
    allSeason: true,
    seasonId: season.id,
    seasonRules: { countBest: null, missedWeekend: 'zero', lateJoiners: 'none' },
    weekends: [{ weekendId: weekend.id, selectedRaceIds: [] }],
  })
  await service.publishEvent(groupChanged, group)
  await service.publishEvent(
    membershipChanged,
    aMembership({ groupId: group.id, weekendId: null, userId: ann.userId, approvalStatus: 'approved' }),
  )
  const url = `/api/groups/${group.id}/season`
  await vi.waitFor(
    async () => expect((await service.read<SeasonEntry[]>(ann, url)).map(({ userId }) => userId)).toEqual([ann.userId]),
    { timeout: 30_000 },
  )
  const { headers } = await service.get(ann, url)
  expect(headers).toMatchObject({ 'x-total-count': '1' })
  expect((await service.get(ann, url, { 'if-none-match': String(headers.etag) })).status).toBe(304)
  expect(await service.get(bob, url)).toMatchObject({ status: 404, body: { code: 'GROUP_NOT_FOUND' } })
})
