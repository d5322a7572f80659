import { findCategory, nearestCategories } from '@purple-sector/contracts/categories'
import type { CategoryInput } from '@purple-sector/contracts/category-schema'
import type { Category } from '@purple-sector/contracts/weekends/http'
import type { Database, Transaction } from '@purple-sector/database'
import { badField } from '@purple-sector/service-kit/errors'
import { categoryRepository } from './category-repository.ts'

/** The category a request means; one that nobody knows is refused with the names nearest to it. */
export const categoryMeant = (categories: readonly Category[], spelling: CategoryInput): Category => {
  const category = findCategory(categories, spelling)
  if (category) return category
  const nearest = nearestCategories(categories, spelling).map(({ name }) => name)
  throw badField('category', `There is no category “${spelling}”. Nearest: ${nearest.join(', ')}.`)
}

export const resolveCategory = async (sql: Database | Transaction, spelling: CategoryInput): Promise<Category> =>
  categoryMeant(await categoryRepository(sql).list(), spelling)
