import { z } from 'zod'
import { instant } from '../common.ts'
import { pageQuery } from '../page.ts'
import { entrySchema } from '../tipping/http.ts'
import { resultStatusSchema } from '../weekends/http.ts'

export const classificationStatusSchema = z.enum(['classified', 'nc', 'dnf', 'dns', 'dsq'])
const classificationRow = z.object({
  /** Null for a car that is not classified and stands at the end. */
  position: z.number().int().min(1).max(999).nullable(),
  carId: z.number().int().positive(),
  status: classificationStatusSchema,
  laps: z.number().int().min(0).max(10_000).optional(),
  /** To a tenth of a millisecond, as timing writes it: 1:20.2983 is 80298.3. */
  bestLapMs: z.number().multipleOf(0.1).min(1).max(86_400_000).optional(),
  gapMs: z.number().int().min(0).max(86_400_000).optional(),
  averageSpeed: z.number().min(0).max(1000).optional(),
})
export type ClassificationRow = z.infer<typeof classificationRow>

/** A result as race control hands it in. Shape only: cars and doubles are judged by the rules of results. */
export const resultBody = z.object({
  status: resultStatusSchema,
  reason: z.string().trim().max(500).nullable().optional(),
  classification: z.array(classificationRow).max(300),
  /** The revision it was made from, 0 for none: while another one is current, it is refused with `RESULT_CHANGED`. */
  baseRevision: z.number().int().min(0).optional(),
})
export type ResultBody = z.infer<typeof resultBody>

/** A car of a result, as it was called when the result was published. */
export const resultCarSchema = z.object({
  number: z.number().int(),
  plate: z.string(),
  driver: z.string(),
  team: z.string(),
})
export type ResultCar = z.infer<typeof resultCarSchema>

export const resultSchema = z
  .object({
    raceId: z.number().int(),
    revision: z.number().int(),
    status: resultStatusSchema,
    reason: z.string().nullable(),
    publishedAt: instant,
    classification: z.array(
      classificationRow.extend({
        place: z.number().int().nullable(),
        car: resultCarSchema,
      }),
    ),
  })
  .meta({ id: 'Result' })
export type Result = z.infer<typeof resultSchema>

export const previewQuery = z.object({ preview: z.literal('true') })
const standing = z.object({ position: z.number().int().nullable(), points: z.number().int() })
/** While the session takes tips (`open`) nobody is named: a name would tell who picked which car. */
export const previewSchema = z.object({
  raceId: z.number().int(),
  revision: z.number().int(),
  scopes: z.number().int(),
  participantsChanged: z.number().int(),
  positionsMoved: z.number().int(),
  open: z.boolean(),
  /** Null while it is open. */
  top: z.object({ before: z.array(entrySchema), after: z.array(entrySchema) }).nullable(),
  movers: z
    .array(z.object({ userId: z.string(), username: z.string().nullable(), before: standing, after: standing }))
    .max(20),
})
export type Preview = z.infer<typeof previewSchema>

/** `/internal/results/preview` of tipping: the classification as it would be, and the revision it would get. */
export const previewRequest = z.object({
  raceId: z.number().int(),
  weekendId: z.number().int(),
  revision: z.number().int(),
  status: resultStatusSchema,
  places: z.array(z.object({ carId: z.number().int(), place: z.number().int() })),
})

export const auditQuery = pageQuery({ usual: 50, most: 500 })
export const auditEntrySchema = z.object({
  id: z.number().int(),
  at: instant,
  actor: z.object({ id: z.string(), username: z.string().nullable() }),
  action: z.string(),
  subject: z.object({ type: z.string(), id: z.string() }),
  before: z.unknown(),
  after: z.unknown(),
})
