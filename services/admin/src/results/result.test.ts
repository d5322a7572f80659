import type { ClassificationRow } from '@purple-sector/contracts/admin/http'
import { describe, expect, test } from 'vitest'
import type { Car } from '../projections/car-projection.ts'
import { actionOf, assertEntered, assertSound, isSame, named, placed } from './result.ts'

const row = (position: number | null, carId: number, over: Partial<ClassificationRow> = {}): ClassificationRow => ({
  position,
  carId,
  status: 'classified',
  ...over,
})
const issuesOf = (judge: () => void): unknown => {
  try {
    judge()
    return []
  } catch (error) {
    return (error as { issues: { path: string }[] }).issues.map(({ path }) => path)
  }
}

describe('places', () => {
  test('rank the classified by position, in whatever order they were sent', () => {
    expect(placed([row(3, 30), row(1, 10), row(2, 20)]).map(({ carId, place }) => [carId, place])).toEqual([
      [30, 3],
      [10, 1],
      [20, 2],
    ])
  })

  test('belong to the classified alone; the others may have no position', () => {
    const rows = [row(null, 10, { status: 'nc' }), row(1, 20), row(null, 30, { status: 'dnf' }), row(2, 40)]
    expect(placed(rows).map(({ place }) => place)).toEqual([null, 1, null, 2])
  })

  test('leave no gap for cars that were not classified', () => {
    const rows = [row(1, 10, { status: 'dsq' }), row(2, 20), row(3, 30, { status: 'dnf' }), row(7, 40)]
    expect(placed(rows).map(({ place }) => place)).toEqual([null, 1, null, 2])
  })
})

describe('a result', () => {
  test('names the second of two rows with one position or one car', () => {
    const classification = [row(1, 10), row(2, 20), row(1, 30), row(3, 20)]
    expect(issuesOf(() => assertSound({ status: 'official', classification }))).toEqual([
      'classification.2.position',
      'classification.3.carId',
    ])
  })

  test('gives every classified car a position, and others may do without', () => {
    const classification = [
      row(1, 10),
      row(null, 20),
      row(null, 30, { status: 'nc' }),
      row(null, 40, { status: 'dns' }),
    ]
    expect(issuesOf(() => assertSound({ status: 'official', classification }))).toEqual(['classification.1.position'])
  })

  test('has its first three where it goes on after them', () => {
    const judge = (...positions: (number | null)[]) =>
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
      expect(() => judge(...incomplete)).toThrow(expect.objectContaining({ code: 'INCOMPLETE_PODIUM' }))
    for (const sound of [[1], [1, 2], [1, 2, 3, 9], [1, null]]) expect(() => judge(...sound)).not.toThrow()
  })

  test('calls a car as the race’s result called it before, others as they are called now', () => {
    const car = { weekendId: 1, categoryId: 2, team: 'Team', withdrawn: false }
    const now = new Map<number, Car>([
      [10, { ...car, id: 10, number: 7, plate: '7', driver: 'Somebody Else' }],
      [20, { ...car, id: 20, number: 9, plate: '9', driver: 'Mitch Dellaway' }],
    ])
    const before = new Map([[10, { number: 7, plate: '7', driver: 'Jed Harrowell', team: 'Team' }]])
    expect(named(placed([row(1, 20), row(2, 10)]), { before, now }).map((each) => each.car)).toEqual([
      { number: 9, plate: '9', driver: 'Mitch Dellaway', team: 'Team' },
      { number: 7, plate: '7', driver: 'Jed Harrowell', team: 'Team' },
    ])
  })

  test('is empty exactly when it is cancelled', () => {
    expect(issuesOf(() => assertSound({ status: 'cancelled', classification: [row(1, 10)] }))).toEqual([
      'classification',
    ])
    expect(issuesOf(() => assertSound({ status: 'provisional', classification: [] }))).toEqual(['classification'])
    expect(issuesOf(() => assertSound({ status: 'cancelled', classification: [] }))).toEqual([])
  })

  test('takes cars of the race’s category and weekend alone', () => {
    const race = { weekendId: 5, categoryId: 2, category: 'Boost Mobile TTSO' }
    const car = { number: 1, plate: '1', driver: '', team: '', weekendId: 5, categoryId: 2, withdrawn: false }
    const cars = new Map<number, Car>([
      [10, { ...car, id: 10 }],
      [20, { ...car, id: 20, weekendId: 6 }],
      [30, { ...car, id: 30, categoryId: 3 }],
    ])
    expect(issuesOf(() => assertEntered(race, [row(1, 10), row(2, 20), row(3, 30), row(4, 40)], cars))).toEqual([
      'classification.1.carId',
      'classification.2.carId',
      'classification.3.carId',
    ])
  })
})

describe('the same result', () => {
  const verdict = { status: 'official' as const, reason: null, classification: placed([row(1, 10), row(2, 20)]) }

  test('is told by what it says, not by the order of its rows', () => {
    expect(isSame(verdict, { ...verdict, classification: placed([row(2, 20), row(1, 10)]) })).toBe(true)
  })

  test('is another with another status, reason, order or figure', () => {
    expect(isSame(verdict, { ...verdict, status: 'amended' })).toBe(false)
    expect(isSame(verdict, { ...verdict, reason: 'penalty' })).toBe(false)
    expect(isSame(verdict, { ...verdict, classification: placed([row(1, 20), row(2, 10)]) })).toBe(false)
    expect(isSame(verdict, { ...verdict, classification: placed([row(1, 10, { laps: 20 }), row(2, 20)]) })).toBe(false)
  })

  test('is named in the audit log by what it does', () => {
    expect(actionOf(undefined, verdict)).toBe('result.published')
    expect(actionOf(verdict, verdict)).toBe('result.corrected')
    expect(actionOf(verdict, { ...verdict, status: 'cancelled' })).toBe('result.withdrawn')
  })
})
