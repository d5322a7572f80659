import { categoryReply } from '@purple-sector/testing/replies'
import { describe, expect, test } from 'vitest'
import { byCategory, offered } from './category-order.ts'

const supercars = categoryReply()
const super2 = categoryReply({ id: 3, name: 'Dunlop Super2 Series', order: 3 })
const tcr = categoryReply({ id: 12, name: 'Supercheap TCR', order: 2 })
const race = (id: number, { id: categoryId, name: category }: typeof supercars) => ({ id, categoryId, category })

describe('ordering by category', () => {
  const races = [race(1, super2), race(2, supercars), race(3, tcr), race(4, super2)]
  const visible = (categories: (typeof supercars)[]) =>
    byCategory(races, categories).map(({ name, items }) => [name, ...items.map(({ id }) => id)])

  test('groups items by category in the order of the categories', () => {
    expect(visible([super2, tcr, supercars])).toEqual([
      ['Repco Supercars Championship', 2],
      ['Supercheap TCR', 3],
      ['Dunlop Super2 Series', 1, 4],
    ])
  })
  test('sorts by category id while the categories are unknown', () => {
    expect(visible([]).map(([name]) => name)).toEqual([
      'Repco Supercars Championship',
      'Dunlop Super2 Series',
      'Supercheap TCR',
    ])
  })
  test('puts items of an unknown category last', () => {
    expect(visible([tcr, super2]).map(([name]) => name)).toEqual([
      'Supercheap TCR',
      'Dunlop Super2 Series',
      'Repco Supercars Championship',
    ])
  })
})

test('offers archived categories only when already selected', () => {
  const archivedSuper2 = { ...super2, archived: true }
  expect(offered([archivedSuper2, tcr, supercars]).map(({ id }) => id)).toEqual([1, 12])
  expect(offered([archivedSuper2, tcr, supercars], archivedSuper2.id).map(({ id }) => id)).toEqual([1, 12, 3])
})
