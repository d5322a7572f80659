import type { OwnSeason } from '@purple-sector/contracts/tipping/seasons'
import { seasonChanged } from '@purple-sector/contracts/weekends/events'
import type { Caller } from '@purple-sector/service-kit'
import { aFan, aSeason } from '@purple-sector/testing/builders'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createTippingTest, type TippingTest } from '../../test/create-test-tipping.ts'

let tipping: TippingTest
beforeAll(async () => {
  tipping = await createTippingTest()
})
afterAll(() => tipping.close())

const send = async <T = { code: string; errors?: unknown }>(
  fan: Caller,
  method: 'PUT' | 'DELETE',
  url: string,
  body?: object,
) => (await tipping.as(fan))<T>(method, url, body)

/** A season of two weekends with an open race each. */
const setUpSeason = async (fans: Caller[], jokers = 1) => {
  const [first, second] = [await tipping.setUpWeekend(fans), await tipping.setUpWeekend(fans)]
  const [a, b] = [first.weekend.id, second.weekend.id]
  const season = aSeason({ weekendIds: [a, b], jokers })
  await tipping.publishEvent(seasonChanged, season)
  await vi.waitFor(
    async () => expect(await tipping.database('season_rounds').where({ season_id: season.id })).toHaveLength(2),
    { timeout: 30_000 },
  )
  const [joker, me] = [`/api/seasons/${season.id}/joker`, `/api/seasons/${season.id}/me`]
  return { first, second, a, b, season, joker, me }
}
const jokersOf = ({ weekends }: OwnSeason): boolean[] => weekends.map(({ joker }) => joker)

test('a fan plays, moves and takes back a joker, and reads it in their own season', async () => {
  const ann = aFan()
  const { a, b, joker, me } = await setUpSeason([ann])
  const played = await send<OwnSeason>(ann, 'PUT', joker, { weekendId: a })
  expect(played.status).toBe(200)
  expect([jokersOf(played.body), played.body.jokersLeft]).toEqual([[true, false], 0])
  // The leaderboard may be computed for the first time meanwhile.
  const again = await send<OwnSeason>(ann, 'PUT', joker, { weekendId: a })
  expect(again).toMatchObject({ status: 200, body: { ...played.body, version: expect.any(Number) } })
  expect(await send(ann, 'PUT', joker, { weekendId: b })).toMatchObject({
    status: 409,
    body: { code: 'NO_JOKER_LEFT' },
  })
  for (const _again of [1, 2]) {
    const moved = await send<OwnSeason>(ann, 'PUT', joker, { weekendId: b, insteadOf: a })
    expect([moved.status, jokersOf(moved.body)]).toEqual([200, [false, true]])
  }
  expect(jokersOf(await tipping.read<OwnSeason>(ann, me))).toEqual([false, true])
  for (const _again of [1, 2]) expect((await send(ann, 'DELETE', `${joker}?weekendId=${b}`)).status).toBe(204)
  expect(await tipping.read<OwnSeason>(ann, me)).toMatchObject({
    jokersLeft: 1,
    weekends: [{ joker: false }, { joker: false }],
  })
})

test('a joker is refused once its round has locked, before the rest is looked at', async () => {
  const ann = aFan()
  const { first, a, b, joker } = await setUpSeason([ann])
  await send(ann, 'PUT', joker, { weekendId: a })
  await tipping.closeRace(first.race)
  const locked = { status: 409, body: { code: 'JOKER_LOCKED' } }
  expect(await send(ann, 'PUT', joker, { weekendId: a })).toMatchObject(locked)
  expect(await send(ann, 'PUT', joker, { weekendId: b, insteadOf: a })).toMatchObject(locked)
  expect(await send(ann, 'DELETE', `${joker}?weekendId=${a}`)).toMatchObject(locked)
  expect(await send(ann, 'PUT', joker, { weekendId: b })).toMatchObject({ body: { code: 'NO_JOKER_LEFT' } })
})

test('a request that names another season, weekend or joker is refused', async () => {
  const ann = aFan()
  const { a, b, joker, me } = await setUpSeason([ann])
  const other = await setUpSeason([])
  const unknown = { status: 404, body: { code: 'SEASON_NOT_FOUND' } }
  const bad = { status: 400, body: { code: 'BAD_REQUEST' } }
  expect(await send(ann, 'PUT', '/api/seasons/2000000/joker', { weekendId: a })).toMatchObject(unknown)
  expect(await send(ann, 'DELETE', `/api/seasons/2000000/joker?weekendId=${a}`)).toMatchObject(unknown)
  expect(await tipping.get(ann, '/api/seasons/2000000/me')).toMatchObject(unknown)
  expect(await tipping.get(ann, '/api/seasons/none/me')).toMatchObject({ status: 400 })
  expect(await send(ann, 'PUT', joker, { weekendId: other.a })).toMatchObject(bad)
  expect(await send(ann, 'PUT', joker, { weekendId: a, insteadOf: b })).toMatchObject(bad)
  expect(await send(ann, 'PUT', joker, {})).toMatchObject(bad)
  expect(await send(ann, 'DELETE', joker)).toMatchObject(bad)
  expect(jokersOf(await tipping.read<OwnSeason>(ann, me))).toEqual([false, false])
})

test('a fan’s own season has the time of the last result, and who takes no part has no position', async () => {
  const [ann, stranger] = [aFan(), aFan()]
  const { first, me } = await setUpSeason([ann])
  expect((await tipping.get(ann, me)).headers['last-changed']).toBeUndefined()
  await first.publish(first.carIds, 1)
  await vi.waitFor(
    async () => expect(await tipping.read<OwnSeason>(ann, me)).toMatchObject({ position: 1, totalPoints: 50 }),
    { timeout: 30_000 },
  )
  const { headers } = await tipping.get(ann, me)
  expect(headers['last-changed']).toEqual(expect.any(String))
  expect(await tipping.read<OwnSeason>(stranger, me)).toMatchObject({
    ...{ position: null, totalPoints: 0, maxReachable: null, canWin: false },
  })
})
