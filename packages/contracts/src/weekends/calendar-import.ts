import { z } from 'zod'
import { day } from '../common.ts'
import { reasonQuery } from './seasons.ts'

/** `preview=true` writes nothing and returns what would be. */
export const calendarImportQuery = reasonQuery.extend({ preview: z.enum(['true', 'false']).optional() })

/** Position of a row: the sheet's name, and the row number, which starts at 1; of an .ics file the event's number. */
const place = { sheet: z.string(), row: z.number().int() }

export const calendarImportReplySchema = z
  .object({
    message: z.string(),
    results: z.object({
      /** Number of non-blank rows. */
      processed: z.number().int(),
      success: z.array(
        z.object({
          ...place,
          /** Its number in the season after the import. */
          round: z.number().int(),
          /** Null for a new weekend while nothing is written. */
          weekendId: z.number().int().nullable(),
          name: z.string(),
          venue: z.string(),
          startDate: day,
          endDate: day,
          timeZone: z.string(),
          action: z.enum(['created', 'updated', 'unchanged']),
        }),
      ),
      errors: z.array(
        z.object({ ...place, name: z.string().nullable(), column: z.string().nullable(), message: z.string() }),
      ),
      /** Hints to check: overlapping rounds, renamed weekends, skipped content. */
      notes: z.array(z.string()),
    }),
  })
  .meta({
    id: 'CalendarImportResult',
    description:
      'The outcome of each row. While one row has an error, nothing is written. Rows count as in their sheet, events of an `.ics` file from 1. `weekendId` is null for a new weekend that is not written.',
  })
export type CalendarImportReply = z.infer<typeof calendarImportReplySchema>
