import { z } from 'zod'
import { resultStatusSchema } from '../weekends/http.ts'

/**
 * `/internal/races/{id}/result`: revision and status of a session's current result, both null where it has none.
 * Weekends asks before it deletes or reopens a session or changes what it is worth: the event of a result published a
 * moment ago may still be on its way.
 */
export const currentResultSchema = z.object({
  revision: z.number().int().nullable(),
  status: resultStatusSchema.nullable(),
})
export type CurrentResult = z.infer<typeof currentResultSchema>
