import type { OpenBoard } from '@purple-sector/contracts/tipping/open-data'
import { weekendChanged } from '@purple-sector/contracts/weekends/events'
import { aFan, aWeekend } from '@purple-sector/testing/builders'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createTippingTest, type TippingTest } from '../../test/create-test-tipping.ts'

let tipping: TippingTest
beforeAll(async () => {
  tipping = await createTippingTest()
})
afterAll(() => tipping?.close())

const getLeaderboard = (weekendId: number, file: string, headers: Record<string, string> = {}) =>
  tipping.visitor<OpenBoard>('GET', `/api/open/weekends/${weekendId}/leaderboard.${file}`, undefined, headers)
const longTimeout = { timeout: 30_000 }

test('any client reads the board by display names, in pages as JSON and whole as CSV', async () => {
  const fans = [aFan({ username: '=cmd|calc' }), aFan({ username: 'bob, "the" ü' }), aFan({ username: 'cat' })]
  const { weekend, carIds, publish } = await tipping.setUpWeekend(fans)
  await publish(carIds, 1)
  await vi.waitFor(
    async () => expect((await getLeaderboard(weekend.id, 'json')).body.entries[0]?.position).toBe(1),
    longTimeout,
  )
  const { body, headers, text } = await getLeaderboard(weekend.id, 'json')
  expect(body).toMatchObject({ weekend: { id: weekend.id, name: weekend.name }, total: 3, limit: 100, offset: 0 })
  expect(body.entries.map(({ name }) => name)).toEqual(['=cmd|calc', 'bob, "the" ü', 'cat'])
  expect(body.entries[0]).toEqual({
    position: 1,
    positionChange: 0,
    totalPoints: expect.any(Number),
    picks: { first: 1, second: 0, third: 0 },
    name: '=cmd|calc',
  })
  expect(headers['cache-control']).toBe('public, max-age=5')
  for (const { userId } of fans) expect(text).not.toContain(userId)
  expect((await getLeaderboard(weekend.id, 'json?limit=1&offset=1')).body.entries.map(({ name }) => name)).toEqual([
    'bob, "the" ü',
  ])
  expect((await getLeaderboard(weekend.id, 'json?limit=501')).status).toBe(400)

  // Names that arrive a moment later may still give the board another version.
  await vi.waitFor(async () => {
    const csv = await getLeaderboard(weekend.id, 'csv')
    const points = body.entries.map(({ totalPoints }) => totalPoints)
    expect(csv.text).toBe(
      '\uFEFFPosition,Name,Points,Change,Firsts,Seconds,Thirds\r\n' +
        `1,'=cmd|calc,${points[0]},0,1,0,0\r\n` +
        `2,"bob, ""the"" ü",${points[1]},0,0,1,0\r\n` +
        `3,cat,${points[2]},0,0,0,1\r\n`,
    )
    expect(csv.headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="leaderboard-${weekend.id}.csv"`,
      'cache-control': 'public, max-age=5',
    })
    const notModified = await getLeaderboard(weekend.id, 'csv', { 'if-none-match': String(csv.headers.etag) })
    expect([notModified.status, notModified.text]).toEqual([304, ''])
  }, longTimeout)
})

test('an unannounced weekend has no open board, and one without tips has an empty one', async () => {
  const [hidden, announced] = [
    aWeekend({ status: 'inactive', isActive: false }),
    aWeekend({ status: 'inactive', isActive: true }),
  ]
  for (const weekend of [hidden, announced]) await tipping.publishEvent(weekendChanged, weekend)
  await vi.waitFor(async () => expect((await getLeaderboard(announced.id, 'json')).status).toBe(200), longTimeout)
  expect((await getLeaderboard(announced.id, 'json')).body).toMatchObject({ total: 0, entries: [] })
  await vi.waitFor(async () => {
    const stored = await tipping.database('weekends').where({ id: hidden.id }).first('id')
    expect(stored).toBeDefined()
  }, longTimeout)
  for (const file of ['json', 'csv'])
    expect(await getLeaderboard(hidden.id, file)).toMatchObject({ status: 404, body: { code: 'WEEKEND_NOT_FOUND' } })
})
