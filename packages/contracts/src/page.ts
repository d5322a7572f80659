import { z } from 'zod'
import { idSchema, wholeNumber } from './common.ts'

/**
 * The query of a list that is read page by page, newest first: `limit` entries, those next older than `before` or next
 * newer than `after` (ids of entries, not both), else the newest. Entries that are added meanwhile move nothing.
 */
export const pageQuery = ({ usual, most }: { usual: number; most: number }) =>
  z
    .object({
      limit: wholeNumber.pipe(z.number().int().min(1).max(most)).default(usual),
      before: idSchema.optional(),
      after: idSchema.optional(),
    })
    .refine(({ before, after }) => before === undefined || after === undefined, {
      path: ['after'],
      error: 'must not be given together with before',
    })
export type PageQuery = z.infer<ReturnType<typeof pageQuery>>
