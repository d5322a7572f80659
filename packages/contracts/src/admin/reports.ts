import { z } from 'zod'
import { idSchema, instant } from '../common.ts'

export const reportStateSchema = z.enum(['waiting', 'running', 'done', 'failed'])
export const reportSchema = z
  .object({
    id: z.number().int(),
    weekendId: z.number().int(),
    filename: z.string(),
    state: reportStateSchema,
    /** 0 to 100. */
    progress: z.number().int(),
    pages: z.number().int().nullable(),
    bytes: z.number().int().nullable(),
    /** Reason of the failure, in words for the administrator who requested it. */
    error: z.string().nullable(),
    createdAt: instant,
  })
  .meta({
    id: 'Report',
    description:
      '`progress` is 0 to 100; `pages` and `bytes` are null until it is done; `error` says why it failed, in words.',
  })
export type Report = z.infer<typeof reportSchema>
export const reportsQuery = z.object({ weekendId: idSchema.optional() })
