import { z } from 'zod'
import { FOUNDING_CATEGORIES, findCategory } from './categories.ts'
import { ofGiven } from './common.ts'

/** A category in a reply or an event, by its present name; `categoryId` stands beside it where it must be referred to. */
export const categoryName = z.string()

/**
 * A category in a request: its id, name, short name or an alias. Which one is meant is settled by who knows the
 * categories (docs/rules.md, Categories).
 */
export const categoryInput = z.union([z.number().int().positive(), z.string().trim().min(1).max(100)], {
  error: ofGiven('must be the id or the name of a category'),
})
export type CategoryInput = z.infer<typeof categoryInput>

/** Events told before categories were data name one of the founding ones and say no id. */
const withFoundingId = <Data>(data: Data): Data => {
  if (typeof data !== 'object' || data === null || 'categoryId' in data || !('category' in data)) return data
  const category = typeof data.category === 'string' ? findCategory(FOUNDING_CATEGORIES, data.category) : undefined
  return category ? { ...data, categoryId: category.id } : data
}

/** The data of an event with `category` and `categoryId`, also as it was told before it had the latter. */
export const namingCategory = <Data>(schema: z.ZodType<Data>): z.ZodType<Data> => z.preprocess(withFoundingId, schema)
