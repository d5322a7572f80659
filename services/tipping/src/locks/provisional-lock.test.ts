import { describe, expect, test } from 'vitest'
import { withoutAttempt } from './provisional-lock.ts'

const timeOf = (time: string) => new Date(`2026-11-21T${time}Z`)

describe('withoutAttempt', () => {
  const closed = { locksAt: timeOf('05:30:00') }
  test.each([
    ['opens the race until its deadline', timeOf('05:58:00')],
    ['opens a race without a deadline for good', null],
  ])('%s', (_words, fallback) => {
    expect(withoutAttempt(closed, { fallback }, timeOf('05:31:00'))).toEqual(fallback)
  })
  test('keeps the lock of a race that has locked for another reason, too', () => {
    expect(withoutAttempt(closed, { fallback: timeOf('05:30:30') }, timeOf('05:31:00'))).toEqual(timeOf('05:30:00'))
  })
})
