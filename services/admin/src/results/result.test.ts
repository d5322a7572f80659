import type { ClassificationRow } from '@purple-sector/contracts/admin/http'
import { describe, expect, test } from 'vitest'
import { actionOf, assertSound, isSame, withPlaces } from './result.ts'

const row = (
  position: number | null,
  carId: number,
  overrides: Partial<ClassificationRow> = {},
): ClassificationRow => ({
  position,
  carId,
  status: 'classified',
  ...overrides,
})
const issuesOf = (validate: () => void): unknown => {
  try {
    validate()
    return []
  } catch (error) {
    return (error as { issues: { path: string }[] }).issues.map(({ path }) => path)
  }
}

describe('result rules', () => {
  test('requires a position of every classified car only', () => {
    const classification = [
      row(1, 10),
      row(null, 20),
      row(null, 30, { status: 'nc' }),
      row(null, 40, { status: 'dns' }),
    ]
    expect(issuesOf(() => assertSound({ status: 'official', classification }))).toEqual(['classification.1.position'])
  })

  test('requires the first three if more follow', () => {
    const validate = (...positions: (number | null)[]) =>
      assertSound({
        status: 'official',
        classification: positions.map((position, index) =>
          row(position, index + 1, position === null ? { status: 'dnf' } : {}),
        ),
      })
    for (const incomplete of [
      [6, 7, 8],
      [1, 3],
      [1, 2, 4],
      [2, null],
    ])
      expect(() => validate(...incomplete)).toThrow(expect.objectContaining({ code: 'INCOMPLETE_PODIUM' }))
    for (const complete of [[1], [1, 2], [1, 2, 3, 9], [1, null]]) expect(() => validate(...complete)).not.toThrow()
  })
})

describe('equality of results', () => {
  const validation = { status: 'official' as const, reason: null, classification: withPlaces([row(1, 10), row(2, 20)]) }

  test('compares results without the order of rows', () => {
    expect(isSame(validation, { ...validation, classification: withPlaces([row(2, 20), row(1, 10)]) })).toBe(true)
  })

  test('distinguishes results by status, reason, order or value', () => {
    expect(isSame(validation, { ...validation, status: 'amended' })).toBe(false)
    expect(isSame(validation, { ...validation, reason: 'penalty' })).toBe(false)
    expect(isSame(validation, { ...validation, classification: withPlaces([row(1, 20), row(2, 10)]) })).toBe(false)
    expect(
      isSame(validation, { ...validation, classification: withPlaces([row(1, 10, { laps: 20 }), row(2, 20)]) }),
    ).toBe(false)
  })

  test('names the action of the audit log', () => {
    expect(actionOf(undefined, validation)).toBe('result.published')
    expect(actionOf(validation, validation)).toBe('result.corrected')
    expect(actionOf(validation, { ...validation, status: 'cancelled' })).toBe('result.withdrawn')
  })
})
