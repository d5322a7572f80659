import { boardEntry } from '@purple-sector/testing/replies'
import { describe, expect, test } from 'vitest'
import { findRow, ownEntry, pagesBetween, rowAt, rowKeys } from './pages.ts'
import { aPage } from './test-entries.ts'

const pages = new Map([
  [0, aPage(4, { ann: 50, ben: 40 }, { total: 250, ownEntry: boardEntry('me', { position: 180, totalPoints: 7 }) })],
  [1, aPage(3, { ben: 12, cat: 11 }, { total: 250, ownEntry: boardEntry('me', { position: 170, totalPoints: 6 }) })],
])

test('groups rows into pages of a hundred', () => {
  expect(pagesBetween(0, 40)).toEqual([0])
  expect(pagesBetween(95, 205)).toEqual([0, 1, 2])
  expect(rowAt(pages, 101)?.userId).toBe('cat')
  expect(rowAt(pages, 99)).toBeUndefined()
  expect(rowAt(pages, 200)).toBeUndefined()
})

test('prefers the newest page', () => {
  expect(findRow(pages, 'ben')).toMatchObject({ index: 1, entry: { totalPoints: 40 } })
  expect(findRow(pages, 'zed')).toBeUndefined()
})

describe('the own entry', () => {
  test("takes the own entry from the newest page's `ownEntry` when it is on no page", () => {
    expect(ownEntry(pages.values(), 'me')).toMatchObject({ position: 180, totalPoints: 7 })
  })
  test('finds the own entry on a page', () => {
    expect(ownEntry(pages.values(), 'cat')?.totalPoints).toBe(11)
    expect(ownEntry(pages.values(), 'nobody')).toBeUndefined()
  })
})

test('identifies a row by its user once, and by its index while unknown', () => {
  const edge = new Map([
    [0, aPage(4, Object.fromEntries(Array.from({ length: 100 }, (_, index) => [`u${index}`, 900 - index])))],
    [1, aPage(3, { u99: 5, cat: 4 })],
  ])
  expect(rowKeys(edge, 98, 102)).toEqual(['u98', 'u99', 'row-100', 'cat', 'row-102'])
})
