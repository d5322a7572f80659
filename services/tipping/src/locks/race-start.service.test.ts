import { randomUUID } from 'node:crypto'
import type { TestDatabase } from '@purple-sector/testing'
import { hoursFromNow } from '@purple-sector/testing/builders'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTippingDatabase, createTippingScenario, finalizeAttempt } from '../../test/tipping-scenario.ts'

let testDatabase: TestDatabase
beforeAll(async () => {
  testDatabase = await createTippingDatabase()
})
afterAll(() => testDatabase.drop())

const finalize = (raceId: number, isStored: boolean, attempt: string) =>
  finalizeAttempt(testDatabase.database, { raceId, attempt, isStored })

/** A group that locks its tips with its first event, a member, and a race after the first that stays open. */
const setUpGroup = async (startTime: string | null = null) => {
  const scenario = await createTippingScenario(testDatabase.database)
  const first = await scenario.race({ sessionType: 'qualifying', startTime })
  await scenario.race()
  const cars = await scenario.cars(2)
  const group = await scenario.group({ lockTipsAfterFirstEvent: true })
  const ann = await scenario.fan('ann')
  await scenario.join(group, ann)
  let submittedTips = 0
  /** Tips another car than the last time. */
  const tip = async (): Promise<string> => {
    const outcome = await scenario
      .tip(ann, cars[submittedTips % 2]!, group)
      .catch((error: { code: string }) => error.code)
    if (outcome === undefined) submittedTips += 1
    return outcome ?? 'accepted'
  }
  const startFirst = async (): Promise<string> => {
    const attempt = randomUUID()
    await scenario.close(first, attempt, undefined, true)
    return attempt
  }
  expect(await tip()).toBe('accepted')
  return { scenario, first, tip, startFirst }
}

describe('the first event of a group', () => {
  test('locks tips with its result, before weekends has published the race as completed', async () => {
    const { scenario, first, tip } = await setUpGroup()
    await scenario.publish(first, [])
    expect(await tip()).toBe('TIPS_LOCKED')
  })

  test.each([
    ['that is open', null],
    ['that has locked and waits for its start', hoursFromNow(110 / 3_600)],
  ])('locks tips when an attempt closes a race %s, before the write is stored', async (_words, startTime) => {
    const { first, tip, startFirst } = await setUpGroup(startTime)
    const attempt = await startFirst()
    expect(await tip()).toBe('TIPS_LOCKED')
    await finalize(first, true, attempt)
    expect(await tip()).toBe('TIPS_LOCKED')
  })

  test.each([
    ['that is open', null],
    ['that has locked and waits for its start', hoursFromNow(110 / 3_600)],
  ])('does not lock tips when the write for a race %s is not stored', async (_words, startTime) => {
    const { first, tip, startFirst } = await setUpGroup(startTime)
    const attempts = [await startFirst(), await startFirst()]
    await finalize(first, false, attempts[0]!)
    expect(await tip()).toBe('TIPS_LOCKED')
    await finalize(first, false, attempts[1]!)
    expect(await tip()).toBe('accepted')
    await finalize(first, true, attempts[0]!)
    expect(await tip()).toBe('accepted')
  })

  test('locks tips again after a reopening, whatever the outcome of the earlier attempt', async () => {
    const { scenario, first, tip, startFirst } = await setUpGroup()
    const attempt = await startFirst()
    await scenario.race({ id: first, sessionType: 'qualifying', reopened: 1, startTime: hoursFromNow(2) })
    expect(await tip()).toBe('accepted')
    await finalize(first, true, attempt)
    expect(await tip()).toBe('accepted')
    await startFirst()
    expect(await tip()).toBe('TIPS_LOCKED')
  })

  test('does not lock tips by a close for a nearby start time or by the first snapshot', async () => {
    const { scenario, first, tip } = await setUpGroup()
    const attempt = randomUUID()
    await scenario.close(first, attempt)
    await finalize(first, true, attempt)
    expect(await tip()).toBe('accepted')
  })

  test('is marked as started once by repeated closes of one attempt', async () => {
    const { scenario, first, tip } = await setUpGroup()
    const attempt = randomUUID()
    for (const _ of [1, 2]) await scenario.close(first, attempt, undefined, true)
    await finalize(first, false, attempt)
    expect(await tip()).toBe('accepted')
  })
})
