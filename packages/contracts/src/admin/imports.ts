import { z } from 'zod'
import { instant } from '../common.ts'
import { resultStatusSchema } from '../weekends/http.ts'
import { classificationRowSchema } from './http.ts'

/** A line that names a car: its number as written, and its drivers, '' where it names none. */
const named = z.object({ line: z.number().int(), number: z.string(), driver: z.string() })

/** The parsed classification page or sheet of a series; parsing stores nothing. */
export const parsedImportSchema = z
  .object({
    /** `provisional` or `official` where the page says PROVISIONAL or FINAL. */
    status: resultStatusSchema.nullable(),
    /** Issue number of the page; above 1 it replaces an earlier page. */
    issue: z.number().int().nullable(),
    /** Session start by the page or the timing; null without one, or if it is on a day outside the weekend. */
    startedAt: instant.nullable(),
    /** Number of tips submitted or changed after a start that is before the session's lock; null otherwise. */
    lateTips: z.number().int().nullable(),
    classification: z.array(classificationRowSchema),
    /** Lines of entered cars; `differs` where the line names another driver than the entry. */
    matched: z.array(named.extend({ carId: z.number().int(), differs: z.boolean() })),
    /** Lines whose car is not entered in the session's category. */
    unmatched: z.array(named),
    /** Lines that affect places and could not be parsed; to be corrected before the classification is used. */
    errors: z.array(z.object({ line: z.number().int(), message: z.string() })),
    /** Hints to check: drivers who differ from the entries, cars missing on the page, the title of another session. */
    notes: z.array(z.string()),
  })
  .meta({
    id: 'ReadResult',
    description:
      'What was understood of a page or a sheet (docs/timing-formats.md). `classification` has rows as a body of results has them, `matched` says where they are, `unmatched` are cars that are not entered, `errors` lines that decide places and were not understood. `startedAt` is when the page says that the session started, or null; `lateTips`, if that lies before its lock, how many tips came in after it, else null.',
  })
export type ParsedImport = z.infer<typeof parsedImportSchema>
export const readBody = z.object({ text: z.string().min(1).max(500_000) })
