import { FOUNDING_CATEGORIES } from '@purple-sector/contracts/categories'
import type { Category, PatchCategoryBody } from '@purple-sector/contracts/weekends/http'
import { describe, expect, test } from 'vitest'
import { assertDeletable, changedCategories, newCategory, withoutCategory } from './category.ts'
import { findCategoryById, resolveCategory } from './lock-categories.ts'

const categories: Category[] = FOUNDING_CATEGORIES.map((category) => ({ ...category }))
const body = { name: 'Formula Ford', aliases: [], colour: '#3D7FD6' }
const codeError = (code: string) => expect.objectContaining({ code })
const unused = (_id: number) => ({ sessions: 0, cars: 0 })
const change = (id: number, patch: PatchCategoryBody, usageOf = unused) =>
  changedCategories(categories, findCategoryById(categories, id), patch, usageOf)
const ids = (changed: Category[]) => changed.map(({ id, order }) => [id, order])

describe('newCategory', () => {
  test('appends a support category and derives its short name from its name', () => {
    const { category, changed } = newCategory(categories, 9, body)
    expect(category).toMatchObject({ id: 9, shortName: 'Formula Ford', order: 9, isMain: false, archived: false })
    expect(changed).toEqual([category])
  })
  test('moves later categories down when it is inserted', () => {
    expect(ids(newCategory(categories, 9, { ...body, order: 7 }).changed)).toEqual([
      [9, 7],
      [7, 8],
      [8, 9],
    ])
  })
  test('rejects the spelling of another category, ignoring case', () => {
    for (const taken of [{ name: 'SUPER2' }, { shortName: 'gr  cup' }, { aliases: ['Porsche carrera CUP'] }])
      expect(() => newCategory(categories, 9, { ...body, ...taken })).toThrow(codeError('CATEGORY_NAME_TAKEN'))
  })
  test("rejects names that only look like another category's", () => {
    for (const taken of [{ name: 'Dunlор Super2 Series' }, { shortName: 'Super\u200b2' }, { aliases: ['CarreraCup'] }])
      expect(() => newCategory(categories, 9, { ...body, ...taken })).toThrow(codeError('CATEGORY_NAME_TAKEN'))
  })
  test('removes duplicate aliases and those equal to its names', () => {
    const aliases = ['FF', 'ff', 'formula ford']
    expect(newCategory(categories, 9, { ...body, aliases }).category.aliases).toEqual(['ff'])
  })
})

describe('changedCategories', () => {
  test('retains former short names as aliases, and configured aliases through many renames', () => {
    const renamed = Array.from({ length: 40 }).reduce<Category>(
      (category, _name, round) =>
        changedCategories(categories, category, { name: `Utes ${round}`, shortName: `Ute ${round}` }, unused).category,
      findCategoryById(categories, 7),
    )
    expect(renamed.aliases).toEqual(
      expect.arrayContaining([...findCategoryById(categories, 7).aliases, 'SuperUtes', 'Utes 0', 'Ute 0']),
    )
    expect(renamed.aliases).toHaveLength(30)
  })
  test('retains a former name as an alias', () => {
    const { category, changed } = change(3, { name: 'Kayo Super2 Series' })
    expect(category).toMatchObject({ id: 3, name: 'Kayo Super2 Series', shortName: 'Super2' })
    expect(category.aliases).toContain('Dunlop Super2 Series')
    expect(changed).toEqual([category])
    const back = changedCategories(changed, category, { name: 'Dunlop Super2 Series' }, unused).category
    expect(back.aliases).toContain('Kayo Super2 Series')
    expect(back.aliases).not.toContain('Dunlop Super2 Series')
  })
  test('changes nothing for present values', () => {
    expect(change(3, { name: 'Dunlop Super2 Series', order: 3, isMain: false }).changed).toEqual([])
  })
  test('moves the other categories when the order changes', () => {
    expect(ids(change(3, { order: 1 }).changed)).toEqual([
      [3, 1],
      [1, 2],
      [2, 3],
    ])
    expect(ids(change(7, { order: 1000 }).changed)).toEqual([
      [8, 7],
      [7, 8],
    ])
  })
  test('changes the main category only while neither has sessions', () => {
    const { changed } = change(3, { isMain: true })
    expect(changed.map(({ id, isMain }) => [id, isMain])).toEqual([
      [1, false],
      [3, true],
    ])
    for (const used of [1, 3])
      expect(() => change(3, { isMain: true }, (id) => ({ sessions: Number(id === used), cars: 0 }))).toThrow(
        codeError('HAS_SESSIONS'),
      )
  })
  test('requires a main category that is not archived', () => {
    expect(() => change(1, { isMain: false })).toThrow(codeError('BAD_REQUEST'))
    expect(() => change(1, { archived: true })).toThrow(codeError('MAIN_CATEGORY'))
    expect(() => change(3, { isMain: true, archived: true })).toThrow(codeError('CATEGORY_ARCHIVED'))
  })
})

describe('deleting a category', () => {
  test('rejects a category with sessions or cars, and the main one', () => {
    expect(() => assertDeletable(findCategoryById(categories, 3), { sessions: 1, cars: 0 })).toThrow(
      codeError('HAS_SESSIONS'),
    )
    expect(() => assertDeletable(findCategoryById(categories, 3), { sessions: 0, cars: 1 })).toThrow(
      codeError('HAS_SESSIONS'),
    )
    expect(() => assertDeletable(findCategoryById(categories, 1), unused(3))).toThrow(codeError('MAIN_CATEGORY'))
    expect(assertDeletable(findCategoryById(categories, 3), unused(3))).toBeUndefined()
  })
  test('closes the gap in the order', () => {
    expect(ids(withoutCategory(categories, findCategoryById(categories, 7)))).toEqual([[8, 7]])
  })
})

test('resolveCategory rejects an unknown name and names the nearest ones', () => {
  expect(() => resolveCategory(categories, 'Super3')).toThrow(/“Super3”.*Dunlop Super2 Series/)
  expect(resolveCategory(categories, 'SUPERUTES').id).toBe(7)
})
