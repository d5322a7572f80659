import { findCategory, unknownCategory } from '@purple-sector/contracts/categories'
import type { CategoryInput } from '@purple-sector/contracts/category-schema'
import type { Category } from '@purple-sector/contracts/weekends/http'
import { type LockMode, lockSubject, type Transaction } from '@purple-sector/database'
import { badField, notFound } from '@purple-sector/service-kit/errors'
import { categoryRepository } from './category-repository.ts'

/** Resolves the category named in a request; rejects an unknown one and names the nearest ones. */
export const resolveCategory = (categories: readonly Category[], spelling: CategoryInput): Category => {
  const category = findCategory(categories, spelling)
  if (!category) throw badField('category', unknownCategory(categories, spelling))
  return category
}

/**
 * Locks all categories until the end of the transaction: `exclusive` to manage them, `shared` to enter a race or a car.
 * So no race or car is entered in a category that is being deleted, and the main category does not change meanwhile.
 */
export const lockCategories = async (sql: Transaction, mode: LockMode): Promise<Category[]> => {
  await lockSubject(sql, mode, 'categories')
  return categoryRepository(sql).list()
}

/** Resolves the category named in a request and locks it until the end of the transaction. */
export const lockCategory = async (sql: Transaction, spelling: CategoryInput): Promise<Category> =>
  resolveCategory(await lockCategories(sql, 'shared'), spelling)

/** Returns the category with that id; 404 if there is none. */
export const findCategoryById = (categories: readonly Category[], id: number): Category => {
  const category = categories.find((candidate) => candidate.id === id)
  if (!category) throw notFound('CATEGORY_NOT_FOUND', 'There’s no such category.')
  return category
}
