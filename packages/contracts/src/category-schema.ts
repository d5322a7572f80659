import { z } from 'zod'
import { FOUNDING_CATEGORIES, findCategory } from './categories.ts'
import { ofGiven } from './common.ts'

/** A category in a reply or an event, by its current name; `categoryId` is beside it where it must be referenced. */
export const categoryName = z.string()

/**
 * A category in a request: its id, name, short name or an alias. The service that knows the categories resolves it
 * (docs/rules.md, Categories).
 */
export const categoryInput = z.union([z.number().int().positive(), z.string().trim().min(1).max(100)], {
  error: ofGiven('must be the id or the name of a category'),
})
export type CategoryInput = z.infer<typeof categoryInput>

/** Events from before categories were data name one of the founding ones and have no id. */
const withFoundingId = <Data>(data: Data): Data => {
  if (typeof data !== 'object' || data === null || 'categoryId' in data || !('category' in data)) return data
  const category = typeof data.category === 'string' ? findCategory(FOUNDING_CATEGORIES, data.category) : undefined
  return category ? { ...data, categoryId: category.id } : data
}

/** Event data with `category` and `categoryId`; accepts events from before the latter existed. */
export const namingCategory = <Data>(schema: z.ZodType<Data>): z.ZodType<Data> => z.preprocess(withFoundingId, schema)
