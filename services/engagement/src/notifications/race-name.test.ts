import { FOUNDING_CATEGORIES } from '@purple-sector/contracts/categories'
import { expect, test } from 'vitest'
import { nameWithCategory } from './race-name.ts'

const nameWithCategoryId = (id: number, raceName: string): string => {
  const category = FOUNDING_CATEGORIES.find((candidate) => candidate.id === id)
  if (!category) throw new Error(`no category ${id}`)
  return nameWithCategory(raceName, category)
}

test('adds the short name when the race does not name its category', () => {
  expect(nameWithCategoryId(1, 'Race 1')).toBe('Supercars Race 1')
  expect(nameWithCategoryId(7, 'Qualifying, Race 1')).toBe('SuperUtes Qualifying, Race 1')
})

test('keeps a name with the category’s short name, name or alias, in any case', () => {
  expect(nameWithCategoryId(7, 'SuperUtes Race 1')).toBe('SuperUtes Race 1')
  expect(nameWithCategoryId(1, 'Supercars Qualifying, Race 1')).toBe('Supercars Qualifying, Race 1')
  expect(nameWithCategoryId(6, 'gr  cup Race 1')).toBe('gr  cup Race 1')
  expect(nameWithCategoryId(5, 'Race 2 (Carrera Cup)')).toBe('Race 2 (Carrera Cup)')
  expect(nameWithCategoryId(5, 'Porsche Carrera Cup Australia Race 2')).toBe('Porsche Carrera Cup Australia Race 2')
})

test('does not match a category within a word', () => {
  expect(nameWithCategoryId(3, 'Super2000 Race 1')).toBe('Super2 Super2000 Race 1')
})
