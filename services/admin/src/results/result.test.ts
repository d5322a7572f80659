import type { ClassificationRow } from '@purple-sector/contracts/admin/http'
import { describe, expect, test } from 'vitest'
import { actionOf, assertSound, isSame, placed } from './result.ts'

const row = (position: number | null, carId: number, over: Partial<ClassificationRow> = {}): ClassificationRow => ({
  position,
  carId,
  status: 'classified',
  ...over,
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
  test('require a position of every classified car only', () => {
    const classification = [
      row(1, 10),
      row(null, 20),
      row(null, 30, { status: 'nc' }),
      row(null, 40, { status: 'dns' }),
    ]
    expect(issuesOf(() => assertSound({ status: 'official', classification }))).toEqual(['classification.1.position'])
  })

  test('require the first three where more follow', () => {
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
    for (const sound of [[1], [1, 2], [1, 2, 3, 9], [1, null]]) expect(() => validate(...sound)).not.toThrow()
  })
})

describe('equality of results', () => {
  const validation = { status: 'official' as const, reason: null, classification: placed([row(1, 10), row(2, 20)]) }

  test('ignores the order of rows', () => {
    expect(isSame(validation, { ...validation, classification: placed([row(2, 20), row(1, 10)]) })).toBe(true)
  })

  test('differs by status, reason, order or figure', () => {
    expect(isSame(validation, { ...validation, status: 'amended' })).toBe(false)
    expect(isSame(validation, { ...validation, reason: 'penalty' })).toBe(false)
    expect(isSame(validation, { ...validation, classification: placed([row(1, 20), row(2, 10)]) })).toBe(false)
    expect(isSame(validation, { ...validation, classification: placed([row(1, 10, { laps: 20 }), row(2, 20)]) })).toBe(
      false,
    )
  })

  test('names the action of the audit log', () => {
    expect(actionOf(undefined, validation)).toBe('result.published')
    expect(actionOf(validation, validation)).toBe('result.corrected')
    expect(actionOf(validation, { ...validation, status: 'cancelled' })).toBe('result.withdrawn')
  })
})
