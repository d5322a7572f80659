import { z } from 'zod'
import { idSchema, wholeNumber } from './common.ts'

/**
 * Query of a paged list, newest first: `limit` entries directly older than `before` or newer than `after` (entry ids, not
 * both), else the newest. Entries added meanwhile do not shift a page.
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
