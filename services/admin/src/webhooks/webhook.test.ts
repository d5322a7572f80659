import { createHmac } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { outcomeOf, signatureOf } from './webhook.ts'

const made = new Date('2026-11-21T03:00:00.000Z')
const after = (seconds: number) => new Date(made.getTime() + seconds * 1_000)
const delivery = (attempts: number, type = 'result.published') => ({ type, at: made, attempts })
const refused = { status: 500, error: 'answered 500' }

describe('a signature', () => {
  test('is over the second it was made in and the body', () => {
    const [, t, v1] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(signatureOf('whsec', '{"a":1}', after(0.9))) ?? []
    expect(Number(t) * 1_000).toBe(made.getTime())
    expect(v1).toBe(createHmac('sha256', 'whsec').update(`${t}.{"a":1}`).digest('hex'))
  })
})

describe('after an attempt a delivery', () => {
  test('that was taken is delivered', () => {
    expect(outcomeOf(delivery(3), { status: 204, error: null }, { now: after(9), random: 0 })).toEqual({
      state: 'delivered',
      nextAttemptAt: null,
    })
  })
  test.each([
    [1, 5],
    [2, 10],
    [3, 20],
    [10, 2_560],
    [11, 3_600],
    [25, 3_600],
  ])('waits longer each time: after %i attempts %i s, and up to half of it more', (attempts, seconds) => {
    const now = after(60)
    const at = (random: number) => outcomeOf(delivery(attempts), refused, { now, random }).nextAttemptAt?.getTime()
    expect(at(0)).toBe(now.getTime() + seconds * 1_000)
    expect(at(0.999)).toBeCloseTo(now.getTime() + seconds * 1_499.5, -1)
  })
  test('is given up where the next attempt would come a day after the event', () => {
    const dayLess = (seconds: number) => ({ now: after(86_400 - seconds), random: 0 })
    expect(outcomeOf(delivery(20), refused, dayLess(3_601))).toMatchObject({ state: 'waiting' })
    expect(outcomeOf(delivery(20), refused, dayLess(3_599))).toMatchObject({ state: 'failed', nextAttemptAt: null })
  })
  test('is given up at once where it can never arrive, and where it was a test', () => {
    const how = { now: after(1), random: 0 }
    expect(outcomeOf(delivery(1), { ...refused, isForGood: true }, how)).toMatchObject({ state: 'failed' })
    expect(outcomeOf(delivery(1, 'test'), refused, how)).toMatchObject({ state: 'failed' })
  })
})
