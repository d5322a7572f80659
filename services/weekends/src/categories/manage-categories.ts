import type { Category, CreateCategoryBody, PatchCategoryBody } from '@purple-sector/contracts/weekends/http'
import { databaseTime, type Transaction } from '@purple-sector/database'
import type { Caller } from '@purple-sector/service-kit'
import type { WriteMode } from '@purple-sector/service-kit/http/write-mode'
import { adminAction } from '../audit/admin-action.ts'
import type { Written } from '../commit.ts'
import type { WeekendsDependencies } from '../dependencies.ts'
import { publishCategories } from '../published.ts'
import { assertDeletable, categoryState, changedCategories, newCategory, withoutCategory } from './category.ts'
import { categoryRepository } from './category-repository.ts'
import { findCategoryById, lockCategories } from './lock-categories.ts'

type Dependencies = Pick<WeekendsDependencies, 'commit'>
type ActionInput = { caller: Caller; action: string; before: Category | null; after: Category | null }

/** Stores and publishes the changes with their audit entry. */
const save = async (
  sql: Transaction,
  { changed, deleted }: { changed: readonly Category[]; deleted?: Category },
  { caller, action, before, after }: ActionInput,
): Promise<Written<void>> => {
  const categories = categoryRepository(sql)
  if (deleted) await categories.remove(deleted.id)
  await categories.save(changed)
  const subject = { type: 'category', id: (after ?? before)?.id ?? 0 } as const
  const auditEntry = adminAction({ at: await databaseTime(sql), caller, action, subject, before, after })
  const states = [
    ...(deleted ? [categoryState(deleted, true)] : []),
    ...changed.map((category) => categoryState(category)),
  ]
  return { reply: undefined, published: await publishCategories(sql, states, auditEntry) }
}

/** Creates a category. */
export const createCategory =
  ({ commit }: Dependencies) =>
  (caller: Caller, body: CreateCategoryBody, writeMode: WriteMode): Promise<Category> =>
    commit(async (sql) => {
      const categories = await lockCategories(sql, 'exclusive')
      const { category, changed } = newCategory(categories, await categoryRepository(sql).nextId(), body)
      const action = { caller, action: 'category.created', before: null, after: category }
      return { ...(await save(sql, { changed }, action)), reply: category }
    }, writeMode)

/** Renames, moves or archives a category, or makes it the main one. Rows that refer to it do not change. */
export const changeCategory =
  ({ commit }: Dependencies) =>
  (caller: Caller, id: number, patch: PatchCategoryBody): Promise<Category> =>
    commit(async (sql) => {
      const categories = await lockCategories(sql, 'exclusive')
      const before = findCategoryById(categories, id)
      const usageOf = await categoryRepository(sql).usage()
      const { category, changed } = changedCategories(categories, before, patch, usageOf)
      if (changed.length === 0) return { reply: category }
      const action = { caller, action: 'category.changed', before, after: category }
      return { ...(await save(sql, { changed }, action)), reply: category }
    })

/** Deletes a category without sessions and cars. */
export const deleteCategory =
  ({ commit }: Dependencies) =>
  (caller: Caller, id: number): Promise<void> =>
    commit(async (sql) => {
      const categories = await lockCategories(sql, 'exclusive')
      const deleted = findCategoryById(categories, id)
      assertDeletable(deleted, (await categoryRepository(sql).usage())(id))
      const action = { caller, action: 'category.deleted', before: deleted, after: null }
      return save(sql, { changed: withoutCategory(categories, deleted), deleted }, action)
    })
