import { z } from 'zod'
import { idSchema } from '../common.ts'

/** `preview=true` writes nothing and answers what would be done. Cars whose row names no race are of this weekend. */
export const uploadQuery = z.object({ weekendId: idSchema.optional(), preview: z.enum(['true', 'false']).optional() })

/** A row as its sheet counts it, from 1, with the header; `sheet` is the sheet's name. */
const place = { sheet: z.string(), row: z.number().int() }

const uploadErrorSchema = z.object({
  ...place,
  /** Whom or what the row names, as far as it does. */
  driver: z.string().nullable(),
  column: z.string().nullable(),
  message: z.string(),
})

/** The errors of an upload, to be answered as a workbook; a row may have several. */
export const uploadErrorsBody = z.object({ errors: uploadErrorSchema.array().min(1).max(10_000) })
export type UploadErrors = z.infer<typeof uploadErrorsBody>

export const uploadReplySchema = z
  .object({
    message: z.string(),
    results: z.object({
      /** Rows that are not blank, of all sheets that were understood. */
      processed: z.number().int(),
      success: z.array(
        z.object({
          ...place,
          /** What the row is about: a car, or a session of the sheet Sessions. */
          kind: z.enum(['car', 'session']),
          /** The plate of a car; null of a session. */
          number: z.string().nullable(),
          /** The driver of a car, the name of a session. */
          driver: z.string(),
          category: z.string(),
          action: z.enum(['created', 'updated', 'unchanged']),
        }),
      ),
      errors: z.array(uploadErrorSchema),
      /** What to look at: formulas beside the list, cells that are cut, races that are numbered over the season. */
      notes: z.array(z.string()),
    }),
  })
  .meta({ id: 'UploadResult' })
export type UploadReply = z.infer<typeof uploadReplySchema>
