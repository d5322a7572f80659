import type { Category, PatchCategoryBody } from '@purple-sector/contracts/weekends/http'
import type { QueryClient } from '@tanstack/react-query'
import { api, hasCode } from '../../../../client/api/api.ts'
import { useIdempotentPost } from '../../../../client/api/idempotent-post.ts'
import { applyCategories, categoriesKey } from '../../../weekend-data/api/category-live.ts'
import { useAdminMutation } from '../../base/api/admin-mutation.ts'
import { type CategoryDraft, createBody } from './category-form.ts'

const CATEGORIES = '/api/admin/categories'
const refresh = [{ queryKey: categoriesKey }]

/** Applies the change at once, whether or not its frame arrives. */
const applyCategory = (category: Category, client: QueryClient): void => {
  const cached = client.getQueryData<Category[]>(categoriesKey) ?? []
  const otherCategories = cached.filter(({ id }) => id !== category.id)
  const others = otherCategories.map((other) => (category.isMain ? { ...other, isMain: false } : other))
  applyCategories(client, { categories: [...others, category] })
}

export const useCreateCategory = () => {
  const post = useIdempotentPost()
  return useAdminMutation({
    mutationFn: (draft: CategoryDraft) => post<Category>(CATEGORIES, createBody(draft)),
    failure: 'Failed to create category',
    success: ({ name }) => ({ title: 'Category created', message: name }),
    onDone: (category, _draft, client) => applyCategory(category, client),
    refresh,
  })
}

type Change = { category: Category; body: PatchCategoryBody }

const doneLabel = ({ archived }: PatchCategoryBody): string =>
  archived === undefined ? 'updated' : archived ? 'archived' : 'restored'

export const useUpdateCategory = () =>
  useAdminMutation({
    mutationFn: ({ category: { id }, body }: Change) => api.patch<Category>(`${CATEGORIES}/${id}`, body),
    failure: 'Failed to update category',
    success: ({ name }, { body }) => ({ title: `Category ${doneLabel(body)}`, message: name }),
    onDone: (category, _change, client) => applyCategory(category, client),
    refresh,
  })

/** Moves a category to an index from 0. No toast, as the list shows it. */
export const useMoveCategory = () =>
  useAdminMutation({
    mutationFn: ({ id, to }: { id: number; to: number }) =>
      api.patch<Category>(`${CATEGORIES}/${id}`, { order: to + 1 }),
    failure: 'Failed to move category',
    onFailed: (_error, client) => void client.invalidateQueries({ queryKey: categoriesKey }),
    refresh,
  })

/** Whether deletion failed because of sessions or cars: the dialog then offers archiving. */
export const isInUse = (error: unknown): boolean => hasCode(error, 'HAS_SESSIONS')

export const useDeleteCategory = () =>
  useAdminMutation({
    mutationFn: ({ id }: Category) => api.delete(`${CATEGORIES}/${id}`),
    failure: 'Failed to delete category',
    success: (_, { name }) => ({ title: 'Category deleted', message: name }),
    hidesErrorToast: isInUse,
    refresh,
  })
