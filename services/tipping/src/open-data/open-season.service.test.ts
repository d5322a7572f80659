import type { OpenSeasonBoard } from '@purple-sector/contracts/tipping/open-data'
import { seasonChanged, weekendChanged } from '@purple-sector/contracts/weekends/events'
import { aFan, aSeason, aWeekend } from '@purple-sector/testing/builders'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createTippingTest, type TippingTest } from '../../test/create-test-tipping.ts'

let tipping: TippingTest
beforeAll(async () => {
  tipping = await createTippingTest()
})
afterAll(() => tipping?.close())

const read = (seasonId: number, file: string, headers: Record<string, string> = {}) =>
  tipping.visitor<OpenSeasonBoard>('GET', `/api/open/seasons/${seasonId}/leaderboard.${file}`, undefined, headers)
const LONG = { timeout: 30_000 }
const prepared = () => aWeekend({ status: 'inactive', isActive: false })

test('any client reads a season’s board by display names, in pages as JSON and whole as CSV', async () => {
  const fans = [aFan({ username: '=cmd|calc' }), aFan({ username: 'bob' }), aFan({ username: 'cat' })]
  const { weekend, carIds, publish } = await tipping.setUpWeekend(fans)
  const [next, later] = [aWeekend({ status: 'inactive' }), prepared()]
  for (const round of [next, later]) await tipping.publishEvent(weekendChanged, round)
  const season = aSeason({ weekendIds: [later.id, weekend.id, next.id], jokers: 1 })
  await tipping.publishEvent(seasonChanged, season)
  await publish(carIds, 1)
  await vi.waitFor(async () => {
    expect((await read(season.id, 'json')).body.entries?.[0]?.position).toBe(1)
  }, LONG)

  const { body, headers, text } = await read(season.id, 'json')
  expect(body).toMatchObject({
    season: { id: season.id, name: season.name, year: season.year },
    rounds: [
      { weekendId: weekend.id, round: 2, name: weekend.name },
      { weekendId: next.id, round: 3, name: next.name },
    ],
    ...{ total: 3, limit: 100, offset: 0 },
  })
  expect(body.entries.map(({ name }) => name)).toEqual(['=cmd|calc', 'bob', 'cat'])
  const points = body.entries.map(({ totalPoints }) => totalPoints)
  expect(body.entries[0]).toEqual({
    ...{ position: 1, positionChange: 0, totalPoints: points[0], weekendsPlayed: 1, weekendsWon: 0 },
    picks: { first: 1, second: 0, third: 0 },
    rounds: [{ weekendId: weekend.id, seasonPoints: points[0], state: 'counted' }],
    name: '=cmd|calc',
  })
  expect(headers['cache-control']).toBe('public, max-age=5')
  for (const { userId } of fans) expect(text).not.toContain(userId)
  expect(text).not.toContain('joker')
  expect((await read(season.id, 'json?limit=1&offset=1')).body.entries.map(({ name }) => name)).toEqual(['bob'])
  expect((await read(season.id, 'json?limit=501')).status).toBe(400)

  // Names that arrive a moment later may still give the board another version.
  await vi.waitFor(async () => {
    const csv = await read(season.id, 'csv')
    expect(csv.text).toBe(
      '\uFEFFPosition,Name,Points,Change,Weekends,Won,Firsts,Seconds,Thirds,' +
        'Round 2 points,Round 2 state,Round 3 points,Round 3 state\r\n' +
        `1,'=cmd|calc,${points[0]},0,1,0,1,0,0,${points[0]},counted,,\r\n` +
        `2,bob,${points[1]},0,1,0,0,1,0,${points[1]},counted,,\r\n` +
        `3,cat,${points[2]},0,1,0,0,0,1,${points[2]},counted,,\r\n`,
    )
    expect(csv.headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="season-leaderboard-${season.id}.csv"`,
      'cache-control': 'public, max-age=5',
    })
    const notModified = await read(season.id, 'csv', { 'if-none-match': String(csv.headers.etag) })
    expect([notModified.status, notModified.text]).toEqual([304, ''])
  }, LONG)

  // A round that is no longer announced leaves the rows, and its points stay in the total.
  const { etag } = (await read(season.id, 'csv')).headers
  await tipping.publishEvent(weekendChanged, { ...weekend, status: 'inactive', isActive: false })
  await vi.waitFor(async () => {
    expect((await read(season.id, 'json')).body.rounds.map(({ weekendId }) => weekendId)).toEqual([next.id])
  }, LONG)
  const [first] = (await read(season.id, 'json')).body.entries
  expect(first).toMatchObject({ totalPoints: points[0], rounds: [] })
  const file = await read(season.id, 'csv', { 'if-none-match': String(etag) })
  expect([file.status, file.text.split('\r\n')[0]?.endsWith('Thirds,Round 3 points,Round 3 state')]).toEqual([
    200,
    true,
  ])
})

test('a season without a round that is open to all has no open board, and one without tips has an empty one', async () => {
  const [hidden, announced] = [prepared(), aWeekend({ status: 'inactive' })]
  for (const weekend of [hidden, announced]) await tipping.publishEvent(weekendChanged, weekend)
  const [secret, empty] = [aSeason({ weekendIds: [hidden.id] }), aSeason({ weekendIds: [hidden.id, announced.id] })]
  for (const season of [secret, empty]) await tipping.publishEvent(seasonChanged, season)
  await vi.waitFor(async () => {
    expect((await read(empty.id, 'json')).status).toBe(200)
    expect(await tipping.database('season_rounds').where({ season_id: secret.id })).toHaveLength(1)
  }, LONG)
  expect((await read(empty.id, 'json')).body).toMatchObject({ total: 0, entries: [] })
  const { text, headers } = await read(empty.id, 'csv')
  expect([text.split('\r\n').length, text.includes('Round 2 points')]).toEqual([2, true])
  const weekends = [{ weekendId: announced.id, round: 1, multiplier: 1 as const }]
  await tipping.publishEvent(seasonChanged, { ...empty, weekends, version: 2 })
  await vi.waitFor(async () => {
    const renumbered = await read(empty.id, 'csv', { 'if-none-match': String(headers.etag) })
    expect([renumbered.status, renumbered.text.includes('Round 1 points')]).toEqual([200, true])
  }, LONG)
  for (const seasonId of [secret.id, 2_000_000_000])
    for (const file of ['json', 'csv'])
      expect(await read(seasonId, file)).toMatchObject({ status: 404, body: { code: 'SEASON_NOT_FOUND' } })
})
