import { z } from 'zod'
import { instant } from '../common.ts'
import { resultStatusSchema } from '../weekends/http.ts'
import { classificationRowSchema } from './http.ts'

/** A line that names a car, with its number as it is written there, and its drivers, '' where it names none. */
const named = z.object({ line: z.number().int(), number: z.string(), driver: z.string() })

/** What was read of a classification page or a sheet of a series; nothing is written. */
export const parsedImportSchema = z
  .object({
    /** `provisional` or `official` where the page says PROVISIONAL or FINAL. */
    status: resultStatusSchema.nullable(),
    /** Of the page: above 1 it replaces an earlier one. */
    issue: z.number().int().nullable(),
    /** When the session started, as the page or the timing says; null where it does not, or names a day outside the weekend. */
    startedAt: instant.nullable(),
    /** Where that lies before the session's lock: how many tips came in or changed after it. Null otherwise. */
    lateTips: z.number().int().nullable(),
    classification: z.array(classificationRowSchema),
    /** Where each of these cars stands, and who drives it there; `differs` from who is entered. */
    matched: z.array(named.extend({ carId: z.number().int(), differs: z.boolean() })),
    /** Rows whose car is not entered in the session's category. */
    unmatched: z.array(named),
    /** What decides places and was not understood: it is to be put right before the rest is taken over. */
    errors: z.array(z.object({ line: z.number().int(), message: z.string() })),
    /** What to look at: other drivers' names than entered, cars that the page does not name, another session's title. */
    notes: z.array(z.string()),
  })
  .meta({ id: 'ReadResult' })
export type ParsedImport = z.infer<typeof parsedImportSchema>
export const readBody = z.object({ text: z.string().min(1).max(500_000) })
