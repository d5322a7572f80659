import { expect, test } from 'vitest'
import { lockHint } from './lock-hint.ts'

test('the hint says the day, and when tips lock in the zone', () => {
  expect(lockHint('Australia/Sydney', '2026-11-21T22:15:00.000Z')).toBe('Sun 22 Nov, 9:15 am. Tips lock 9:13 am AEDT')
})
