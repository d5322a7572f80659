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

/**
 * `/internal/races/{id}/attempts/settle`: tipping has closed a session for these attempts at its first result.
 * From the reply on none of them stores anything any more; `isStored` says whether the session has a result.
 */
export const settleAttemptsBody = z.object({ attempts: z.array(z.uuid()).min(1).max(1000) })
export const settleAttemptsReply = z.object({ isStored: z.boolean() })
