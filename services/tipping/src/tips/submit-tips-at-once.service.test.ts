import { withTrace } from '@purple-sector/telemetry/trace'
import type { TestDatabase } from '@purple-sector/testing'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  createTippingDatabase,
  createTippingScenario,
  SUPERCARS,
  type TippingScenario,
} from '../../test/tipping-scenario.ts'
import { createTipBatcher } from './submit-tip.ts'
import type { TipRequest } from './tip.ts'
import { tipReadModel } from './tip-read-model.ts'

let testDatabase: TestDatabase
let scenario: TippingScenario
let submit: ReturnType<typeof createTipBatcher>
let cars: number[] = []
let qualifying = 0
let race = 0

const request = (userId: string, overrides: Partial<TipRequest> = {}): TipRequest => ({
  userId,
  weekendId: scenario.weekendId,
  category: SUPERCARS,
  groupId: null,
  carId: cars[0] ?? 0,
  ...overrides,
})
/** The fan's tips, which are in no group, as their receipts have them. */
const readTips = async (fan: string) => {
  const { tips } = await tipReadModel(testDatabase.database).ofWeekend(fan, scenario.weekendId)
  return tips.map((tip) => ({ ...tip, copiedTo: 0 }))
}
const trace = (digit: string): string => `00-${digit.repeat(32)}-${digit.repeat(16)}-01`

beforeAll(async () => {
  testDatabase = await createTippingDatabase()
})
afterAll(() => testDatabase.drop())
beforeEach(async () => {
  submit = createTipBatcher(testDatabase.database)
  scenario = await createTippingScenario(testDatabase.database)
  qualifying = await scenario.race({ sessionType: 'qualifying' })
  race = await scenario.race()
  cars = await scenario.cars(4)
})

describe('tips that arrive together', () => {
  test('each return what the fan reads afterwards', async () => {
    const fans = Array.from({ length: 120 }, (_, index) => `crowd-${index}`)
    const receipts = await Promise.all(fans.map((fan, index) => submit(request(fan, { carId: cars[index % 4] ?? 0 }))))
    expect(receipts.every(({ isNew }) => isNew)).toBe(true)
    for (const [index, fan] of fans.entries()) expect(await readTips(fan)).toEqual([receipts[index]?.tip])
    const standings = await testDatabase.database('standings').whereIn('user_id', fans)
    expect(standings).toHaveLength(120)
  })

  test('are rejected one by one', async () => {
    const [accepted, rejected, alsoAccepted] = await Promise.allSettled([
      submit(request('good')),
      submit(request('lost', { carId: 999_999 })),
      submit(request('other', { carId: cars[1] })),
    ])
    expect([accepted.status, rejected.status, alsoAccepted.status]).toEqual(['fulfilled', 'rejected', 'fulfilled'])
    expect((await tipReadModel(testDatabase.database).ofWeekend('lost', scenario.weekendId)).tips).toEqual([])
  })

  test('are saved even if the database rejects one of them', async () => {
    const outcomes = await Promise.allSettled([
      submit(request('first')),
      submit(request('calm')),
      submit(request('broken', { carId: 2 ** 40 })),
      submit(request('steady')),
    ])
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'fulfilled'])
  })

  test('of one fan are saved in order, and the last one remains', async () => {
    const receipts = await Promise.all(cars.map((carId) => submit(request('hasty', { carId }))))
    expect(receipts.map(({ isNew }) => isNew)).toEqual([true, false, false, false])
    const [tip] = (await tipReadModel(testDatabase.database).ofWeekend('hasty', scenario.weekendId)).tips
    expect(tip?.carId).toBe(cars.at(-1))
  })

  test('may belong to the open competition and to groups', async () => {
    const { groupId } = await scenario.group()
    await scenario.join({ groupId }, 'member')
    const [sector, group, stranger] = await Promise.allSettled([
      submit(request('member')),
      submit(request('member', { groupId, carId: cars[1] })),
      submit(request('stranger', { groupId })),
    ])
    expect(sector).toMatchObject({ value: { tip: { groupId: null, carId: cars[0] } } })
    expect(group).toMatchObject({ value: { tip: { groupId, carId: cars[1] } } })
    expect(stranger).toMatchObject({ reason: { code: 'NOT_A_MEMBER' } })
  })

  test('keep the trace of their own request', async () => {
    const receipts = await Promise.all(
      ['a', 'b', 'c'].map((digit) => withTrace(trace(digit), () => submit(request(`traced-${digit}`)))),
    )
    const events = await testDatabase.database('outbox').whereIn(
      'subject',
      receipts.map(({ tip }) => `tip/${tip.id}`),
    )
    expect(events.map(({ traceparent }) => traceparent).sort()).toEqual(['a', 'b', 'c'].map(trace))
  })

  test('are all scored as their receipts say, while a race closes', async () => {
    const submissions = Array.from({ length: 60 }, (_, index) => submit(request(`racer-${index}`)))
    await submissions[0]
    await scenario.close(qualifying)
    const receipts = await Promise.all([...submissions, submit(request('late'))])
    const { locks_at } = await testDatabase.database('races').where({ race_id: qualifying }).first()
    for (const { tip } of receipts)
      expect(tip.countsFrom?.raceId).toBe(new Date(tip.submittedAt) < locks_at ? qualifying : race)
    expect(receipts.at(-1)?.tip.sessions).toMatchObject([
      { raceId: qualifying, locked: true, carId: null },
      { raceId: race, locked: false, carId: cars[0] },
    ])
  })
})

test('a receipt counts a change made in time, even if the deadline passes before the receipt is read', async () => {
  const receipt = await submit(request('close'))
  await scenario.close(qualifying)
  await scenario.close(race)
  const decidedAt = new Date(receipt.tip.submittedAt)
  const receipts = await tipReadModel(testDatabase.database).byIds([receipt.tip.id], decidedAt)
  expect(receipts.get(receipt.tip.id)).toMatchObject({
    countsFrom: { raceId: qualifying },
    sessions: [{ locked: false }, {}],
  })
  const [later] = (await tipReadModel(testDatabase.database).ofWeekend('close', scenario.weekendId)).tips
  expect(later).toMatchObject({ countsFrom: null, sessions: [{ locked: true }, { locked: true }] })
})

test('a first tip after a scored race has no points of that race, in the receipt and in later reads', async () => {
  await scenario.tip('early', cars[0] ?? 0)
  await scenario.result(qualifying, cars)
  const { tip } = await submit(request('late'))
  expect(tip.sessions[0]).toMatchObject({ raceId: qualifying, locked: true, carId: null, points: 0 })
  expect(await readTips('late')).toEqual([tip])
})
