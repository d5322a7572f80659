import { FOUNDING_CATEGORIES } from '@purple-sector/contracts/categories'
import type { Category, PatchCategoryBody } from '@purple-sector/contracts/weekends/http'
import { describe, expect, test } from 'vitest'
import { assertDeletable, changedCategories, newCategory, withoutCategory } from './category.ts'
import { categoryMeant, ofId } from './hold-categories.ts'

const known: Category[] = FOUNDING_CATEGORIES.map((category) => ({ ...category }))
const body = { name: 'Formula Ford', aliases: [], colour: '#3D7FD6' }
const refused = (code: string) => expect.objectContaining({ code })
const unused = (_id: number) => ({ sessions: 0, cars: 0 })
const change = (id: number, patch: PatchCategoryBody, usageOf = unused) =>
  changedCategories(known, ofId(known, id), patch, usageOf)
const ids = (changed: Category[]) => changed.map(({ id, order }) => [id, order])

describe('a new category', () => {
  test('comes last, takes its short name from its name and is a support one', () => {
    const { category, changed } = newCategory(known, 9, body)
    expect(category).toMatchObject({ id: 9, shortName: 'Formula Ford', order: 9, isMain: false, archived: false })
    expect(changed).toEqual([category])
  })
  test('may stand anywhere: those behind it move down', () => {
    expect(ids(newCategory(known, 9, { ...body, order: 7 }).changed)).toEqual([
      [9, 7],
      [7, 8],
      [8, 9],
    ])
  })
  test('shares no spelling with another, in whatever case', () => {
    for (const taken of [{ name: 'SUPER2' }, { shortName: 'gr  cup' }, { aliases: ['Porsche carrera CUP'] }])
      expect(() => newCategory(known, 9, { ...body, ...taken })).toThrow(refused('CATEGORY_NAME_TAKEN'))
  })
  test('takes no name that only looks like another’s', () => {
    for (const taken of [{ name: 'Dunlор Super2 Series' }, { shortName: 'Super\u200b2' }, { aliases: ['CarreraCup'] }])
      expect(() => newCategory(known, 9, { ...body, ...taken })).toThrow(refused('CATEGORY_NAME_TAKEN'))
  })
  test('has each alias once, and none that its names say', () => {
    const aliases = ['FF', 'ff', 'formula ford']
    expect(newCategory(known, 9, { ...body, aliases }).category.aliases).toEqual(['ff'])
  })
})

describe('changing a category', () => {
  test('a short name it gives up stays an alias, and however often it is renamed, what was entered stays', () => {
    const renamed = Array.from({ length: 40 }).reduce<Category>(
      (category, _name, round) =>
        changedCategories(known, category, { name: `Utes ${round}`, shortName: `Ute ${round}` }, unused).category,
      ofId(known, 7),
    )
    expect(renamed.aliases).toEqual(expect.arrayContaining([...ofId(known, 7).aliases, 'SuperUtes', 'Utes 0', 'Ute 0']))
    expect(renamed.aliases).toHaveLength(30)
  })
  test('a name it gives up stays an alias', () => {
    const { category, changed } = change(3, { name: 'Kayo Super2 Series' })
    expect(category).toMatchObject({ id: 3, name: 'Kayo Super2 Series', shortName: 'Super2' })
    expect(category.aliases).toContain('Dunlop Super2 Series')
    expect(changed).toEqual([category])
    const back = changedCategories(changed, category, { name: 'Dunlop Super2 Series' }, unused).category
    expect(back.aliases).toContain('Kayo Super2 Series')
    expect(back.aliases).not.toContain('Dunlop Super2 Series')
  })
  test('to what it is already changes nothing', () => {
    expect(change(3, { name: 'Dunlop Super2 Series', order: 3, isMain: false }).changed).toEqual([])
  })
  test('its place moves the others', () => {
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
  test('another becomes the main one while neither has sessions', () => {
    const { changed } = change(3, { isMain: true })
    expect(changed.map(({ id, isMain }) => [id, isMain])).toEqual([
      [1, false],
      [3, true],
    ])
    for (const used of [1, 3])
      expect(() => change(3, { isMain: true }, (id) => ({ sessions: Number(id === used), cars: 0 }))).toThrow(
        refused('HAS_SESSIONS'),
      )
  })
  test('there is always a main one, and it is not archived', () => {
    expect(() => change(1, { isMain: false })).toThrow(refused('BAD_REQUEST'))
    expect(() => change(1, { archived: true })).toThrow(refused('MAIN_CATEGORY'))
    expect(() => change(3, { isMain: true, archived: true })).toThrow(refused('CATEGORY_ARCHIVED'))
  })
})

describe('deleting a category', () => {
  test('is refused with sessions or cars, and for the main one', () => {
    expect(() => assertDeletable(ofId(known, 3), { sessions: 1, cars: 0 })).toThrow(refused('HAS_SESSIONS'))
    expect(() => assertDeletable(ofId(known, 3), { sessions: 0, cars: 1 })).toThrow(refused('HAS_SESSIONS'))
    expect(() => assertDeletable(ofId(known, 1), unused(3))).toThrow(refused('MAIN_CATEGORY'))
    expect(assertDeletable(ofId(known, 3), unused(3))).toBeUndefined()
  })
  test('closes the gap it leaves', () => {
    expect(ids(withoutCategory(known, ofId(known, 7)))).toEqual([[8, 7]])
  })
})

test('an unknown name is refused with the nearest ones', () => {
  expect(() => categoryMeant(known, 'Super3')).toThrow(/“Super3”.*Dunlop Super2 Series/)
  expect(categoryMeant(known, 'SUPERUTES').id).toBe(7)
})
