import { expect, test } from 'vitest'
import { formatAge } from './format-age.ts'

const MINUTE = 60_000

test.each([
  [0, 'less than a minute ago'],
  [-5 * MINUTE, 'less than a minute ago'],
  [59_999, 'less than a minute ago'],
  [MINUTE, '1 minute ago'],
  [12.9 * MINUTE, '12 minutes ago'],
  [60 * MINUTE, '1 hour ago'],
  [47 * 60 * MINUTE, '1 day ago'],
  [48 * 60 * MINUTE, '2 days ago'],
])('formats an age of %i ms as "%s"', (age, words) => {
  expect(formatAge(1_000_000, 1_000_000 + age)).toBe(words)
})
