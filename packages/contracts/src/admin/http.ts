import { z } from 'zod'
import { idSchema, instant, instantInput, wholeNumber } from '../common.ts'
import { pageQuery } from '../page.ts'
import { lineInput } from '../text.ts'
import { entrySchema } from '../tipping/http.ts'
import { resultStatusSchema } from '../weekends/http.ts'

export const classificationStatusSchema = z.enum(['classified', 'nc', 'dnf', 'dns', 'dsq'])
export const classificationRowSchema = z.object({
  /** Null for an unclassified car, which is at the end. */
  position: z.number().int().min(1).max(999).nullable(),
  carId: z.number().int().positive(),
  status: classificationStatusSchema,
  laps: z.number().int().min(0).max(10_000).optional(),
  /** To a tenth of a millisecond, like the timing: 1:20.2983 is 80298.3. */
  bestLapMs: z.number().multipleOf(0.1).min(1).max(86_400_000).optional(),
  gapMs: z.number().int().min(0).max(86_400_000).optional(),
  averageSpeed: z.number().min(0).max(1000).optional(),
})
export type ClassificationRow = z.infer<typeof classificationRowSchema>

/** A submitted result. Shape only: the rules of results validate cars and duplicates. */
export const resultBody = z.object({
  status: resultStatusSchema,
  reason: lineInput(500).nullable().optional(),
  classification: z.array(classificationRowSchema).max(300),
  /** The revision it was based on, 0 for none: rejected with `RESULT_CHANGED` while another one is current. */
  baseRevision: z.number().int().min(0).optional(),
})
export type ResultBody = z.infer<typeof resultBody>

/** A car of a result, with its names at the time of publication. */
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
      classificationRowSchema.extend({
        place: z.number().int().nullable(),
        car: resultCarSchema,
      }),
    ),
  })
  .meta({
    id: 'Result',
    description:
      'Rows are in the order sent. `position` may be null for all but the first three, and `car` is as published.',
  })
export type Result = z.infer<typeof resultSchema>

/** The lock time of a session that started early, and the reason in race control's words where given. */
export const lockAtBody = z.object({ at: instantInput, reason: lineInput(500).nullish() })
export type LockAtBody = z.infer<typeof lockAtBody>

export const lockAtSchema = z
  .object({
    raceId: z.number().int(),
    /** The current lock time. */
    locksAt: instant,
    /** Tips (sector and group) submitted or changed at `locksAt` or later, which therefore do not count for it. */
    lateTips: z.number().int(),
    /** The result revision by which it is scored again; null if no result scores, or nothing changed. */
    revision: z.number().int().nullable(),
  })
  .meta({
    id: 'LockAt',
    description:
      'When the session locks now; how many tips (sector and group) were submitted or changed from then on while it accepted tips; and the result revision by which it is scored again, null if no result scores or nothing changed.',
  })
export type LockAt = z.infer<typeof lockAtSchema>

const revisedRow = classificationRowSchema.omit({ carId: true }).extend({ place: z.number().int().nullable() })
/** A car that differs between a revision and the previous one; null where a revision does not contain the car. */
export const revisedCarSchema = z.object({
  carId: z.number().int(),
  car: resultCarSchema,
  before: revisedRow.nullable(),
  after: revisedRow.nullable(),
})
export type RevisedCar = z.infer<typeof revisedCarSchema>

/** A revision of a result: its author, time, reason and changes. */
export const resultRevisionSchema = z
  .object({
    revision: z.number().int(),
    status: resultStatusSchema,
    reason: z.string().nullable(),
    publishedAt: instant,
    /** Names at that time. */
    actor: z.object({ id: z.string(), username: z.string().nullable() }),
    changes: z.array(revisedCarSchema),
  })
  .meta({
    id: 'ResultRevision',
    description:
      '`actor` has the name as it was then. `changes` has the cars for which it differs from the revision before, with both rows without their car, or null if one does not name the car. For the first revision, and one after a withdrawal, that is every car.',
  })
export type ResultRevision = z.infer<typeof resultRevisionSchema>
/** Revisions are numbered per race: `before` is a revision, not an id. */
export const revisionsQuery = z.object({
  limit: wholeNumber.pipe(z.number().int().min(1).max(100)).default(20),
  before: idSchema.optional(),
})
export type RevisionsQuery = z.infer<typeof revisionsQuery>

export const previewQuery = z.object({ preview: z.literal('true') })
const standing = z.object({ position: z.number().int().nullable(), points: z.number().int() })
/** No users are named while the session accepts tips (`open`): a name would reveal who picked which car. */
export const previewSchema = z
  .object({
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
  .meta({
    id: 'Preview',
    description:
      'While the race accepts tips, `open` is true, `top` null and `movers` empty: a name would reveal who picked which car.',
  })
export type Preview = z.infer<typeof previewSchema>

/** `/internal/results/preview` of tipping: the classification to preview, and the revision it would get. */
export const previewRequest = z.object({
  raceId: z.number().int(),
  weekendId: z.number().int(),
  revision: z.number().int(),
  status: resultStatusSchema,
  places: z.array(z.object({ carId: z.number().int(), place: z.number().int() })),
})

const auditFilters = {
  /** One, or several separated by commas. */
  action: z.string().max(300).optional(),
  actorId: z.string().max(100).optional(),
  subjectType: z.string().max(50).optional(),
  subjectId: z.string().max(100).optional(),
  /** Inclusive start and exclusive end. */
  from: instantInput.optional(),
  to: instantInput.optional(),
}
/** Filters of the audit log: lines that match all given ones. */
export const auditFilterQuery = z.object(auditFilters)
export type AuditFilter = z.infer<typeof auditFilterQuery>
export const auditQuery = pageQuery({ usual: 50, most: 500 }).safeExtend(auditFilters)
export const auditEntrySchema = z
  .object({
    id: z.number().int(),
    at: instant,
    actor: z.object({ id: z.string(), username: z.string().nullable() }),
    action: z.string(),
    subject: z.object({ type: z.string(), id: z.string() }),
    before: z.unknown(),
    after: z.unknown(),
  })
  .meta({ id: 'AuditEntry' })
export type AuditEntry = z.infer<typeof auditEntrySchema>

/** The source of a session's live screens, and whether it is visible. */
export const liveTimingStatusSchema = z
  .object({
    isPaused: z.boolean(),
    isRunning: z.boolean(),
    /** Sockets over all gateways; null while the cache, which adds them up, is unavailable. */
    clientCount: z.number().int().nullable(),
    source: z
      .object({
        kind: z.enum(['push', 'ndjson', 'natsoft']),
        url: z.string().nullable(),
        state: z.enum(['idle', 'connecting', 'receiving', 'failing']),
        lastSnapshotAt: instant.nullable(),
        error: z.string().nullable(),
      })
      .nullable(),
    raceId: z.number().int().nullable(),
  })
  .meta({
    id: 'LiveTimingStatus',
    description:
      '`clientCount` is the number of sockets of all gateways, null while the distributed gauge cannot be read. `source` and `raceId` are null while nothing delivers a session, and then `isRunning` is false.',
  })
export type LiveTimingStatus = z.infer<typeof liveTimingStatusSchema>
