import { z } from 'zod'
import { idSchema } from '../common.ts'

/** `preview=true` stores nothing and returns what would be. Cars whose row names no race are entered in `weekendId`. */
export const uploadQuery = z.object({ weekendId: idSchema.optional(), preview: z.enum(['true', 'false']).optional() })

/** Position of a row: the sheet's name, and the row number, which starts at 1 and includes the header. */
const place = { sheet: z.string(), row: z.number().int() }

const uploadErrorSchema = z.object({
  ...place,
  /** The driver or session that the row names; null if it names none. */
  driver: z.string().nullable(),
  column: z.string().nullable(),
  message: z.string(),
})

/** The errors of an upload, to be returned as a workbook; a row may have several. */
export const uploadErrorsBody = z.object({ errors: uploadErrorSchema.array().min(1).max(10_000) })
export type UploadErrors = z.infer<typeof uploadErrorsBody>

export const uploadReplySchema = z
  .object({
    message: z.string(),
    results: z.object({
      /** Number of non-blank rows in all recognized sheets. */
      processed: z.number().int(),
      success: z.array(
        z.object({
          ...place,
          /** The subject of the row: a car, or a session of the sheet Sessions. */
          kind: z.enum(['car', 'session']),
          /** The plate of a car; null for a session. */
          number: z.string().nullable(),
          /** The driver of a car, or the name of a session. */
          driver: z.string(),
          category: z.string(),
          action: z.enum(['created', 'updated', 'unchanged']),
        }),
      ),
      errors: z.array(uploadErrorSchema),
      /** Hints to check: formulas beside the list, truncated cells, races numbered over the season. */
      notes: z.array(z.string()),
    }),
  })
  .meta({
    id: 'UploadResult',
    description:
      '`kind` of a row is `car` or `session` (whose name is its `driver`). Rows with an error write nothing, the others do. `notes` are sentences about what was left out or read by order, and lose no row. Rows count as in their sheet.',
  })
export type UploadReply = z.infer<typeof uploadReplySchema>
