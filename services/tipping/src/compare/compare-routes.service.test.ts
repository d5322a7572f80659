import type { Comparison } from '@purple-sector/contracts/tipping/compare'
import { seasonChanged } from '@purple-sector/contracts/weekends/events'
import { aFan, aSeason } from '@purple-sector/testing/builders'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createTippingTest, type TippingTest } from '../../test/create-test-tipping.ts'

let tipping: TippingTest
beforeAll(async () => {
  tipping = await createTippingTest()
})
afterAll(() => tipping.close())

test('a fan compares themself with another one, with the time of the last result', async () => {
  const [ann, bob] = [aFan({ username: 'ann' }), aFan({ username: 'bob' })]
  const { weekend, carIds, publish } = await tipping.setUpWeekend([ann, bob])
  const season = aSeason({ weekendIds: [weekend.id] })
  await tipping.publishEvent(seasonChanged, season)
  await publish(carIds, 1)
  const url = `/api/compare/${bob.userId}?seasonId=${season.id}`
  await vi.waitFor(
    async () =>
      expect(await tipping.read<Comparison>(ann, url)).toMatchObject({
        seasonId: season.id,
        competitions: [{ groupId: null, weekends: [{ you: { points: 50 }, them: { points: 25 } }] }],
      }),
    { timeout: 30_000 },
  )
  expect((await tipping.get(ann, url)).headers['last-changed']).toEqual(expect.any(String))
  const unknown = { status: 404, body: { code: 'USER_NOT_FOUND' } }
  expect(await tipping.get(ann, '/api/compare/unknown')).toMatchObject(unknown)
  expect(await tipping.get(ann, `/api/compare/${bob.userId}?seasonId=none`)).toMatchObject({ status: 400 })
})
