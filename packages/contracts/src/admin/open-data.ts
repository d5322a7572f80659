import { z } from 'zod'
import { instant } from '../common.ts'
import { resultStatusSchema } from '../weekends/http.ts'
import { classificationRowSchema } from './http.ts'

const openRowSchema = classificationRowSchema.omit({ carId: true }).extend({
  /** Its place among the classified rows, which tips are scored by. */
  place: z.number().int().nullable(),
  plate: z.string(),
  driver: z.string(),
  team: z.string(),
})

const openResultSchema = z.object({
  race: z.object({ id: z.number().int(), name: z.string(), category: z.string() }),
  status: resultStatusSchema,
  revision: z.number().int(),
  /** Race control's note, null without one. */
  reason: z.string().nullable(),
  publishedAt: instant,
  classification: z.array(openRowSchema),
})
export type OpenResult = z.infer<typeof openResultSchema>

/** Every race of the weekend that has a result, in the order of their first results. */
export const openResultsSchema = z
  .object({
    weekend: z.object({ id: z.number().int(), name: z.string() }),
    results: z.array(openResultSchema),
  })
  .meta({
    id: 'OpenResults',
    description: 'Every race with a result, in the order of their first ones.',
    example: {
      weekend: { id: 3, name: 'Adelaide Grand Final' },
      results: [
        {
          race: { id: 12, name: 'Race 1', category: 'Repco Supercars Championship' },
          status: 'official',
          revision: 2,
          reason: null,
          publishedAt: '2026-11-29T05:31:07.204Z',
          classification: [
            { position: 1, place: 1, status: 'classified', plate: '05', driver: 'A. Moss', team: 'Dell', laps: 78 },
          ],
        },
      ],
    },
  })
export type OpenResults = z.infer<typeof openResultsSchema>
