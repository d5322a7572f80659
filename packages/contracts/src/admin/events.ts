import { z } from 'zod'
import { defineState, weekendKey } from '../event.ts'
import { resultStatusSchema } from '../weekends/http.ts'
import { classificationStatusSchema, resultCarSchema } from './http.ts'

/** The current result of a session. `place` is the rank among the classified rows (docs/rules.md, Results), null otherwise. */
export const resultPublished = defineState({
  type: 'admin.result-published.v1',
  owner: 'admin',
  data: z.object({
    raceId: z.number(),
    weekendId: z.number(),
    revision: z.number(),
    status: resultStatusSchema,
    reason: z.string().nullable(),
    publishedAt: z.string(),
    firstPublishedAt: z.string(),
    classification: z.array(
      z.object({
        carId: z.number(),
        position: z.number().nullable(),
        place: z.number().nullable(),
        status: classificationStatusSchema,
        laps: z.number().optional(),
        bestLapMs: z.number().optional(),
        gapMs: z.number().optional(),
        averageSpeed: z.number().optional(),
        /** As the result names it; results told before they kept it have none. */
        car: resultCarSchema.optional(),
      }),
    ),
    deleted: z.boolean(),
  }),
  subject: (result) => `result/${result.raceId}`,
  key: (result) => weekendKey(result.weekendId),
})
