import { expect, test } from 'vitest'
import { isSameDriver } from './same-driver.ts'

test.each([
  ['Broc Feeney', 'BROC FEENEY'],
  ['Broc Feeney', 'Brok Feeney'],
  ['Shane  van Gisbergen', 'S. van Gisbergen'],
])('%s and %s are one driver', (one, other) => {
  expect(isSameDriver(one, other)).toBe(true)
})

test.each([
  ['Broc Feeney', 'Will Brown'],
  ['Cam Waters', 'Waterson Camley'],
])('%s and %s are two', (one, other) => {
  expect(isSameDriver(one, other)).toBe(false)
})
