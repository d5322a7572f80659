import * as calls from '@purple-sector/contracts/tipping/internal'
import type { Chances } from '@purple-sector/contracts/tipping/seasons'
import { seasonChanged } from '@purple-sector/contracts/weekends/events'
import { aFan, aGroup, aMembership, aSeason } from '@purple-sector/testing/builders'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createTippingTest, type TippingTest } from '../../test/create-test-tipping.ts'

let tipping: TippingTest
beforeAll(async () => {
  tipping = await createTippingTest()
})
afterAll(() => tipping.close())

test('fans read their chances in the open competition, members those in their group, with the time of the last result', async () => {
  const [ann, bob, stranger] = [aFan({ username: 'ann' }), aFan({ username: 'bob' }), aFan()]
  const { weekend, race, carIds, publish } = await tipping.setUpWeekend([ann, bob])
  const group = aGroup({ weekendId: weekend.id })
  const memberships = [ann, bob].map(({ userId }) => ({
    sequence: 1,
    data: aMembership({ groupId: group.id, weekendId: weekend.id, userId }),
  }))
  await tipping.callService(calls.applyGroup, { request: { group: { sequence: 1, data: group }, memberships } })
  const [open, inGroup] = [`/api/weekends/${weekend.id}/chances`, `/api/groups/${group.id}/chances/${weekend.id}`]

  const before = await tipping.get<Chances>(ann, open)
  expect(before).toMatchObject({ status: 200, body: { canWin: true, clinched: false, podiums: null, sentences: [] } })
  expect(before.headers['last-changed']).toBeUndefined()
  expect(await tipping.get(stranger, open)).toMatchObject({ status: 200, body: { maxReachable: null, canWin: false } })
  expect(await tipping.get(stranger, inGroup)).toMatchObject({ status: 404, body: { code: 'GROUP_NOT_FOUND' } })
  expect(await tipping.get(ann, `/api/groups/${group.id}/chances/2000000`)).toMatchObject({
    status: 404,
    body: { code: 'WEEKEND_NOT_FOUND' },
  })
  expect(await tipping.get(ann, '/api/weekends/none/chances')).toMatchObject({ status: 400 })

  await tipping.closeRace(race)
  await expect.poll(() => tipping.read<Chances>(ann, open)).toMatchObject({ podiums: { total: 6, win: 3, top3: 6 } })
  expect(await tipping.read<Chances>(ann, inGroup)).toMatchObject({
    maxReachable: 0,
    podiums: { total: 6, win: 6, top3: 6 },
    sentences: ['You win whatever happens.'],
  })

  await publish(carIds, 1)
  await vi.waitFor(
    async () => expect(await tipping.get(ann, open)).toMatchObject({ body: { canWin: true, clinched: true } }),
    { timeout: 30_000 },
  )
  const after = await tipping.get(bob, open)
  expect(after).toMatchObject({ body: { canWin: false, clinched: false, podiums: null, sentences: [] } })
  expect(after.headers['last-changed']).toEqual(expect.any(String))
})

test('fans read their chances in the open season, with the time of the last result in it', async () => {
  const [ann, stranger] = [aFan({ username: 'ann' }), aFan()]
  const { weekend, race, carIds, publish } = await tipping.setUpWeekend([ann])
  const season = aSeason({ weekendIds: [weekend.id], jokers: 1 })
  await tipping.publishEvent(seasonChanged, season)
  const url = `/api/seasons/${season.id}/chances`
  await vi.waitFor(
    async () => expect(await tipping.get(ann, url)).toMatchObject({ status: 200, body: { maxReachable: 100 } }),
    { timeout: 30_000 },
  )
  expect(await tipping.get(stranger, url)).toMatchObject({ status: 200, body: { maxReachable: null, canWin: false } })
  expect(await tipping.get(ann, '/api/seasons/2000000/chances')).toMatchObject({
    status: 404,
    body: { code: 'SEASON_NOT_FOUND' },
  })
  await tipping.closeRace(race)
  await publish(carIds, 1)
  await vi.waitFor(
    async () => {
      const after = await tipping.get(ann, url)
      expect(after).toMatchObject({ body: { maxReachable: 50, canWin: true, clinched: true, podiums: null } })
      expect(after.headers['last-changed']).toEqual(expect.any(String))
    },
    { timeout: 30_000 },
  )
})
