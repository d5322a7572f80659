import { resultPublished } from '@purple-sector/contracts/admin/events'
import { tipSubmitted } from '@purple-sector/contracts/tipping/events'
import type { Entry, Tip } from '@purple-sector/contracts/tipping/http'
import * as calls from '@purple-sector/contracts/tipping/internal'
import { carChanged, categoryChanged, raceChanged } from '@purple-sector/contracts/weekends/events'
import { aCar, aCategory, aFan, aRace, aResult } from '@purple-sector/testing/builders'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createTippingTest, type TippingTest } from '../../test/create-test-tipping.ts'

let tipping: TippingTest
beforeAll(async () => {
  tipping = await createTippingTest()
})
afterAll(() => tipping?.close())

const ann = aFan({ username: 'ann' })
const submit = async (body: object) => (await tipping.as(ann))<Tip>('POST', '/api/tips', body)
let sequence = 1_000
/** Pushes a category as weekends does before it replies to the administrator. */
const pushCategory = (over: Parameters<typeof aCategory>[0]) => {
  sequence += 1
  return tipping.callService(calls.syncStates, { request: { categories: [{ sequence, data: aCategory(over) }] } })
}

test('a renamed category keeps its tips, shows its name in them at once and is found by every spelling', async () => {
  const { weekend, carIds, race } = await tipping.setUpWeekend([ann])
  const [before] = await tipping.read<Tip[]>(ann, `/api/tips/${weekend.id}`)
  await pushCategory({ id: 1, name: 'Kayo Supercars', shortName: 'V8', aliases: ['Repco Supercars Championship'] })
  const renamed = { id: before?.id, carId: carIds[0], categoryId: 1, category: 'Kayo Supercars' }
  expect(await tipping.read<Tip[]>(ann, `/api/tips/${weekend.id}`)).toMatchObject([renamed])
  for (const category of [1, '1', 'KAYO  supercars', 'v8', 'repco supercars championship'])
    expect(await submit({ weekendId: weekend.id, category, carId: carIds[0] })).toMatchObject({
      status: 200,
      body: renamed,
    })
  expect((await submit({ weekendId: weekend.id, category: 'v8', carId: carIds[1] })).body).toMatchObject({
    id: before?.id,
    category: 'Kayo Supercars',
  })
  expect(await tipping.probe.next(tipSubmitted, ({ carId }) => carId === carIds[1])).toMatchObject({
    data: { tipId: before?.id, categoryId: 1, category: 'Kayo Supercars' },
  })
  expect(await tipping.callService(calls.countTips, { params: { id: weekend.id }, query: { categoryId: 1 } })).toEqual({
    tips: 1,
    racers: 1,
  })
  // The race was not published again.
  expect(race.category).toBe('Repco Supercars Championship')
  await pushCategory({ id: 1 })
})

test('a tip for an unknown category is rejected with the nearest names', async () => {
  const { weekend, carIds } = await tipping.setUpWeekend([ann])
  expect(await submit({ weekendId: weekend.id, category: 'Super3', carId: carIds[0] })).toMatchObject({
    status: 400,
    body: { issues: [{ path: 'category', message: expect.stringContaining('Dunlop Super2 Series') }] },
  })
})

test('an older state of a category changes nothing', async () => {
  const { weekend } = await tipping.setUpWeekend([ann])
  const newer = sequence + 10
  const pushName = (number: number, name: string) =>
    tipping.callService(calls.syncStates, {
      request: { categories: [{ sequence: number, data: aCategory({ id: 1, name }) }] },
    })
  await pushName(newer, 'The Newer')
  await pushName(newer - 1, 'The Older')
  sequence = newer
  expect(await tipping.read<Tip[]>(ann, `/api/tips/${weekend.id}`)).toMatchObject([{ category: 'The Newer' }])
  await pushCategory({ id: 1 })
})

test('a race that arrives before its category is found by the category name in it, and tips have the order of categories', async () => {
  const { weekend, carIds } = await tipping.setUpWeekend([ann])
  const ford = { weekendId: weekend.id, categoryId: 77, category: 'Formula Ford' }
  const car = aCar(ford)
  await tipping.publishEvent(raceChanged, aRace({ ...ford, sessionType: 'race4', raceNumber: 4 }))
  await tipping.publishEvent(carChanged, car)
  await vi.waitFor(
    async () => expect((await submit({ ...ford, carId: car.id })).body).toMatchObject({ categoryId: 77 }),
    { timeout: 30_000 },
  )
  const categoryIds = async () =>
    (await tipping.read<Tip[]>(ann, `/api/tips/${weekend.id}`)).map(({ categoryId }) => categoryId)
  expect(await categoryIds()).toEqual([1, 77])
  await tipping.publishEvent(categoryChanged, aCategory({ id: 77, name: 'Formula Ford 1600', order: 0 }))
  await vi.waitFor(async () => expect(await categoryIds()).toEqual([77, 1]), { timeout: 30_000 })
  expect(carIds).toHaveLength(3)
})

test.each(['race4', 'race5', 'race6'] as const)('a race of type %s earns points', async (sessionType) => {
  const { weekend, carIds, leaderboard } = await tipping.setUpWeekend([ann])
  const race = aRace({ weekendId: weekend.id, sessionType })
  await tipping.publishEvent(raceChanged, race)
  await vi.waitFor(
    async () => {
      const [tip] = await tipping.read<Tip[]>(ann, `/api/tips/${weekend.id}`)
      expect(tip?.sessions.map(({ raceId }) => raceId)).toContain(race.id)
    },
    { timeout: 30_000 },
  )
  await tipping.publishEvent(resultPublished, aResult({ raceId: race.id, weekendId: weekend.id, finished: carIds }))
  await vi.waitFor(
    async () => expect(await tipping.read<Entry[]>(ann, leaderboard)).toMatchObject([{ totalPoints: 50 }]),
    { timeout: 30_000 },
  )
})
