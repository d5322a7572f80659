import { expect, test } from 'vitest'
import { startHint } from './lock-hint.ts'

test('shows the day and when tips lock in the time zone', () => {
  expect(startHint('Australia/Sydney', '2026-11-22T09:15')).toBe('Sun 22 Nov, 9:15 am. Tips lock at 9:13 am AEDT')
})

test('shows which of two instants is meant when the clocks are set back over the start', () => {
  const twice = '. The clocks show this time twice that night: the first one counts'
  expect(startHint('Australia/Sydney', '2026-04-05T02:30')).toBe(
    `Sun 5 Apr, 2:30 am. Tips lock at 2:28 am AEDT${twice}`,
  )
  expect(startHint('Australia/Perth', '2026-04-05T02:30')).toBe('Sun 5 Apr, 2:30 am. Tips lock at 2:28 am AWST')
})

test('shows no hint for a time that the clocks skip', () => {
  expect(startHint('Australia/Sydney', '2026-10-04T02:30')).toBeUndefined()
  expect(startHint('Australia/Sydney', '')).toBeUndefined()
})
