import { describe, expect, test } from 'vitest'
import { countShown, isSameFilter, keptOut, settled, ticked } from './product-filter.ts'

const [qualifying, race1, race2] = [
  { id: 1, locked: true },
  { id: 2, locked: false },
  { id: 3, locked: false },
]
const races = [qualifying, race1, race2]

describe('choosing the races of Purple Sector Tipping', () => {
  test('an empty choice shows all', () => {
    expect(countShown([], races)).toBe(3)
    expect(settled([], [], races)).toEqual([])
  })
  test('a first tick brings along the locked ones, which show already', () => {
    expect(ticked([], [2], true, [], races)).toEqual([1, 2])
  })
  test('the last open one unticked leaves the locked ones alone', () => {
    expect(ticked([1, 2], [2], false, [1, 2], races)).toEqual([1])
  })
  test('the last one unticked, with nothing locked, is the empty choice: all', () => {
    expect(ticked([2], [2], false, [2], [race1, race2])).toEqual([])
  })
  test('a race that locks while it is chosen stays where the saved filter has it', () => {
    const locked = [qualifying, { ...race1, locked: true }, race2]
    expect(settled([1, 2, 3], [1, 3], locked)).toEqual([1, 3])
    expect(settled([1, 3], [1, 2, 3], locked)).toEqual([1, 2, 3])
  })
  test('showing all is not possible while a locked race is left out', () => {
    expect(keptOut([], [2], races)).toEqual([qualifying])
    expect(keptOut([], [1, 2], races)).toEqual([])
    expect(keptOut([2], [2], races)).toEqual([])
  })
  test('a deleted race falls away from a new choice', () => {
    expect(ticked([2, 99], [3], true, [2, 99], [race1, race2])).toEqual([2, 3])
  })
  test('the order of the ids makes no other filter', () => {
    expect(isSameFilter([1, 2], [2, 1])).toBe(true)
    expect(isSameFilter([1, 2], [1, 3])).toBe(false)
  })
})
