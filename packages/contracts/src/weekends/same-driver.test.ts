import { expect, test } from 'vitest'
import { isSameDriver } from './same-driver.ts'

test.each([
  ['Broc Feeney', 'BROC FEENEY'],
  ['Broc Feeney', 'Brok Feeney'],
  ['Shane  van Gisbergen', 'S. van Gisbergen'],
])('treats %s and %s as the same driver', (left, right) => {
  expect(isSameDriver(left, right)).toBe(true)
})

test.each([
  ['Broc Feeney', 'Will Brown'],
  ['Cam Waters', 'Waterson Camley'],
])('treats %s and %s as different drivers', (left, right) => {
  expect(isSameDriver(left, right)).toBe(false)
})
