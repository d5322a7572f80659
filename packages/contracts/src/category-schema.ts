import { z } from 'zod'
import { CATEGORIES, type Category, categoryNamed } from './categories.ts'

export const categorySchema = z.enum(CATEGORIES)

/** A category in a request: display labels are accepted and become the category's name. */
export const categoryInput = z.string().transform((spelling, context): Category => {
  const category = categoryNamed(spelling)
  if (category) return category
  context.addIssue({ code: 'custom', message: `must be one of: ${CATEGORIES.join(', ')}` })
  return z.NEVER
})
