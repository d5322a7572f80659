import { z } from 'zod'
import { categoryName } from '../category-schema.ts'
import { instant } from '../common.ts'

export const untippedSchema = z
  .object({
    categoryId: z.number().int(),
    category: categoryName,
    /** When the next session locks that a tip would count for; null where it has no start time. */
    deadline: instant.nullable(),
    members: z.array(
      z.object({ userId: z.string(), username: z.string().nullable(), firstName: z.string().nullable() }),
    ),
  })
  .meta({
    id: 'UntippedCategory',
    description:
      '`deadline` is when the next session locks that a tip would count for. `members` have no tip in the category, and no automatic tip is due for them.',
  })
export type UntippedCategory = z.infer<typeof untippedSchema>

export const nudgeReceiptSchema = z.object({ count: z.number().int() })
export type NudgeReceipt = z.infer<typeof nudgeReceiptSchema>
