import { expect, test } from 'vitest'
import { selectorName, weekendDates } from './weekend-labels.ts'

test.each([
  ['Southern Cross 500', 'inactive', 'Southern Cross 500'],
  ['Southern Cross 500', 'live', 'Southern Cross 500 (LIVE)'],
  ['A name that has 25 letters', 'inactive', 'A name that has 25 letter...'],
  ['Exactly twenty five chars', 'completed', 'Exactly twenty five chars'],
  ['The Great Southern Touring Car Weekend', 'live', 'The Great Southern Tourin... (LIVE)'],
] as const)('formats %s, %s, as %s in the selector', (name, status, label) => {
  expect(selectorName({ name, status })).toBe(label)
})

test.each([
  ['2026-11-20', '2026-11-22', '20–22 Nov 2026'],
  ['2026-11-20', '2026-11-20', '20 Nov 2026'],
  ['2026-09-30', '2026-10-01', '30 Sep – 1 Oct 2026'],
  ['2026-12-31', '2027-01-02', '31 Dec 2026 – 2 Jan 2027'],
])('formats %s to %s as %s', (startDate, endDate, label) => {
  expect(weekendDates({ startDate, endDate })).toBe(label)
})
