import { findCategory, unknownCategory } from '@purple-sector/contracts/categories'
import type { CategoryInput } from '@purple-sector/contracts/category-schema'
import type { Category } from '@purple-sector/contracts/weekends/http'
import { type LockMode, lockSubject, type Transaction } from '@purple-sector/database'
import { badField, notFound } from '@purple-sector/service-kit/errors'
import { categoryRepository } from './category-repository.ts'

/** The category a request means; one that nobody knows is refused with the names nearest to it. */
export const categoryMeant = (categories: readonly Category[], spelling: CategoryInput): Category => {
  const category = findCategory(categories, spelling)
  if (!category) throw badField('category', unknownCategory(categories, spelling))
  return category
}

/**
 * All categories, locked until the end of the transaction: `exclusive` to manage them, `shared` to enter something in
 * one. So nothing is entered in a category that goes, and the main one does not move under it.
 */
export const holdCategories = async (sql: Transaction, mode: LockMode): Promise<Category[]> => {
  await lockSubject(sql, mode, 'categories')
  return categoryRepository(sql).list()
}

/** The category a request means, which stays until the end of the transaction. */
export const holdCategory = async (sql: Transaction, spelling: CategoryInput): Promise<Category> =>
  categoryMeant(await holdCategories(sql, 'shared'), spelling)

/** The category of that id. */
export const ofId = (categories: readonly Category[], id: number): Category => {
  const category = categories.find((known) => known.id === id)
  if (!category) throw notFound('CATEGORY_NOT_FOUND', 'There’s no such category.')
  return category
}
