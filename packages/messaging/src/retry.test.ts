import { describe, expect, test } from 'vitest'
import { deferEvent, permanent } from './failures.ts'
import { decideRetry, retryPolicy } from './retry.ts'

const decideAfter = (tries: number, ageMs: number, error: unknown = new Error('busy')) =>
  decideRetry(retryPolicy, { error, tries, firstFailedAt: 0, now: ageMs })

describe('decideRetry', () => {
  test('retries with increasing delays', () => {
    expect([1, 2, 3].map((tries) => decideAfter(tries, 0))).toEqual(
      [100, 200, 400].map((afterMs) => ({ kind: 'retry', afterMs })),
    )
  })
  test('dead-letters an event after 10 tries', () => {
    expect(decideAfter(9, 0).kind).toBe('retry')
    expect(decideAfter(10, 0)).toEqual({ kind: 'dead-letter' })
  })
  test('dead-letters an event after 5 minutes', () => {
    expect(decideAfter(2, 299_999).kind).toBe('retry')
    expect(decideAfter(2, 300_000)).toEqual({ kind: 'dead-letter' })
  })
  test('dead-letters a permanent failure at once', () => {
    expect(decideAfter(1, 0, permanent('broken'))).toEqual({ kind: 'dead-letter' })
  })
  test('retries a deferred event for 60 s, however often it was tried', () => {
    expect(decideAfter(30, 59_999, deferEvent('race 7'))).toEqual({ kind: 'retry', afterMs: 2_000 })
    expect(decideAfter(30, 60_000, deferEvent('race 7'))).toEqual({ kind: 'dead-letter' })
  })
  test('never dead-letters an event while the database is unavailable', () => {
    const connectionError = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })
    expect(decideAfter(1_000, 86_400_000, connectionError)).toEqual({ kind: 'retry', afterMs: 2_000 })
  })
})
