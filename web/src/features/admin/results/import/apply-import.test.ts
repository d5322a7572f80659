import { expect, test } from 'vitest'
import { rowsOf } from '../api/classification.ts'
import { createCars } from '../api/result-fixtures.ts'
import { canApply, reasonAfterImport, withImport } from './apply-import.ts'

const cars = createCars()
const classified = (position: number, carId: number, more: object = {}) =>
  ({ position, carId, status: 'classified', ...more }) as const
const dnf = (carId: number, position: number | null = null) => ({ position, carId, status: 'dnf' }) as const

test('orders rows by position, moves unclassified cars down and leaves out unnamed ones', () => {
  const classification = [classified(3, 4), dnf(2, 1), classified(2, 1, { laps: 39, gapMs: 1_204 })]
  const rows = withImport({ classification }, rowsOf(cars, null), cars)
  expect(rows.map(({ carId, status }) => [carId, status])).toEqual([
    [1, 'classified'],
    [4, 'classified'],
    [2, 'dnf'],
    [3, 'out'],
    [5, 'out'],
  ])
  expect(rows[0]).toMatchObject({ laps: '39', bestLap: '', gap: '+1.204' })
})

test('applies a field to all cars when the page has it for some, and keeps input otherwise', () => {
  const enteredRows = rowsOf(cars, null).map((row) => ({ ...row, laps: '12', gap: '+9.000' }))
  const [first, second] = withImport(
    { classification: [classified(1, 1), classified(2, 2, { gapMs: 1_000 })] },
    enteredRows,
    cars,
  )
  expect([first, second]).toMatchObject([
    { laps: '12', gap: '' },
    { laps: '12', gap: '+1.000' },
  ])
})

test('adds a withdrawn car that the page names', () => {
  const withdrawn = cars.map((car) => ({ ...car, withdrawn: car.id === 5 }))
  const rows = withImport({ classification: [classified(1, 5)] }, rowsOf(withdrawn, null), withdrawn)
  expect(rows[0]).toMatchObject({ carId: 5, isWithdrawn: true, status: 'classified' })
})

test('uses an issue above the first as the reason, unless one was entered', () => {
  expect([
    reasonAfterImport({ issue: 2 }, ''),
    reasonAfterImport({ issue: 3 }, 'Issue 2'),
    reasonAfterImport({ issue: 1 }, 'Issue 2'),
    reasonAfterImport({ issue: 2 }, 'Car 7: five seconds'),
    reasonAfterImport({ issue: null }, ''),
  ]).toEqual(['Issue 2', 'Issue 3', '', 'Car 7: five seconds', ''])
})

test('applies nothing without cars or with an error', () => {
  const parsed = {
    status: null,
    issue: null,
    startedAt: null,
    lateTips: null,
    matched: [],
    unmatched: [],
    notes: [],
    errors: [],
  }
  expect(canApply({ ...parsed, classification: [classified(1, 1)] })).toBe(true)
  expect(canApply({ ...parsed, classification: [] })).toBe(false)
  expect(canApply({ ...parsed, classification: [classified(1, 1)], errors: [{ line: 1, message: 'x' }] })).toBe(false)
})
