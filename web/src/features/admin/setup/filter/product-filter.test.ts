import { describe, expect, test } from 'vitest'
import { countVisible, excludedLocked, isSameFilter, withLockedAsSaved, withRacesSelected } from './product-filter.ts'

const [qualifying, race1, race2] = [
  { id: 1, locked: true },
  { id: 2, locked: false },
  { id: 3, locked: false },
]
const races = [qualifying, race1, race2]

describe('the selection of races for Purple Sector Tipping', () => {
  test('shows all races when empty', () => {
    expect(countVisible([], races)).toBe(3)
    expect(withLockedAsSaved([], [], races)).toEqual([])
  })
  test('includes locked races, which are visible already, on a first selection', () => {
    expect(withRacesSelected([], [2], true, [], races)).toEqual([1, 2])
  })
  test('keeps only locked races when the last open one is deselected', () => {
    expect(withRacesSelected([1, 2], [2], false, [1, 2], races)).toEqual([1])
  })
  test('returns an empty selection, meaning all, when the last race is deselected and none is locked', () => {
    expect(withRacesSelected([2], [2], false, [2], [race1, race2])).toEqual([])
  })
  test('keeps a race that locks during editing as the saved filter has it', () => {
    const locked = [qualifying, { ...race1, locked: true }, race2]
    expect(withLockedAsSaved([1, 2, 3], [1, 3], locked)).toEqual([1, 3])
    expect(withLockedAsSaved([1, 3], [1, 2, 3], locked)).toEqual([1, 2, 3])
  })
  test('rejects an empty selection while a locked race is excluded', () => {
    expect(excludedLocked([], [2], races)).toEqual([qualifying])
    expect(excludedLocked([], [1, 2], races)).toEqual([])
    expect(excludedLocked([2], [2], races)).toEqual([])
  })
  test('drops a deleted race', () => {
    expect(withRacesSelected([2, 99], [3], true, [2, 99], [race1, race2])).toEqual([2, 3])
  })
  test('ignores the order of the ids', () => {
    expect(isSameFilter([1, 2], [2, 1])).toBe(true)
    expect(isSameFilter([1, 2], [1, 3])).toBe(false)
  })
})
