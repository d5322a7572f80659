import { describe, expect, test } from 'vitest'
import { withoutAttempt } from './provisional-lock.ts'

const at = (time: string) => new Date(`2026-11-21T${time}Z`)

describe('withoutAttempt', () => {
  const closed = { locksAt: at('05:30:00') }
  test.each([
    ['opens the race until its deadline', at('05:58:00')],
    ['opens it for good where it has none', null],
  ])('%s', (_words, fallback) => {
    expect(withoutAttempt(closed, { fallback }, at('05:31:00'))).toEqual(fallback)
  })
  test('keeps the lock of a race that is also locked by something else', () => {
    expect(withoutAttempt(closed, { fallback: at('05:30:30') }, at('05:31:00'))).toEqual(at('05:30:00'))
  })
})
