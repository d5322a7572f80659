import { describe, expect, test } from 'vitest'
import { countShown, isSameFilter, keptOut, settled, ticked } from './product-filter.ts'

const [qualifying, race1, race2] = [
  { id: 1, locked: true },
  { id: 2, locked: false },
  { id: 3, locked: false },
]
const sessions = [qualifying, race1, race2]

describe('choosing the sessions of Purple Sector Tipping', () => {
  test('an empty choice shows all', () => {
    expect(countShown([], sessions)).toBe(3)
    expect(settled([], [], sessions)).toEqual([])
  })
  test('a first tick brings along the locked ones, which show already', () => {
    expect(ticked([], [2], true, [], sessions)).toEqual([1, 2])
  })
  test('the last open one unticked leaves the locked ones alone', () => {
    expect(ticked([1, 2], [2], false, [1, 2], sessions)).toEqual([1])
  })
  test('the last one unticked, with nothing locked, is the empty choice: all', () => {
    expect(ticked([2], [2], false, [2], [race1, race2])).toEqual([])
  })
  test('a session that locks while it is chosen stays where the saved filter has it', () => {
    const locked = [qualifying, { ...race1, locked: true }, race2]
    expect(settled([1, 2, 3], [1, 3], locked)).toEqual([1, 3])
    expect(settled([1, 3], [1, 2, 3], locked)).toEqual([1, 2, 3])
  })
  test('showing all is not possible while a locked session is left out', () => {
    expect(keptOut([], [2], sessions)).toEqual([qualifying])
    expect(keptOut([], [1, 2], sessions)).toEqual([])
    expect(keptOut([2], [2], sessions)).toEqual([])
  })
  test('a deleted session falls away from a new choice', () => {
    expect(ticked([2, 99], [3], true, [2, 99], [race1, race2])).toEqual([2, 3])
  })
  test('the order of the ids makes no other filter', () => {
    expect(isSameFilter([1, 2], [2, 1])).toBe(true)
    expect(isSameFilter([1, 2], [1, 3])).toBe(false)
  })
})
