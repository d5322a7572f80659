import { expect, test } from 'vitest'
import { formatMessageAge } from './format-message-age.ts'

const MINUTE = 60_000

test.each([
  [59_999, 'less than a minute ago'],
  [-500, 'less than a minute ago'],
  [MINUTE, '1 minute ago'],
  [59 * MINUTE, '59 minutes ago'],
  [60 * MINUTE, '1 hour ago'],
  [23 * 60 * MINUTE, '23 hours ago'],
  [24 * 60 * MINUTE, '1 day ago'],
  [50 * 60 * MINUTE, '2 days ago'],
])('formats an age of %i ms as "%s"', (ageMs, text) => {
  expect(formatMessageAge(1_000_000_000, 1_000_000_000 + ageMs)).toBe(text)
})
