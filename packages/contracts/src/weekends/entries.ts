import { z } from 'zod'
import { defineCall } from '../call.ts'
import { idParams } from '../common.ts'
import { cleanedLine } from '../text.ts'
import { plateSchema } from './car-plate.ts'
import { pointsSchema, sessionTypeSchema } from './http.ts'

/** Maximum number of rows per call. */
export const MAX_ENTRIES = 1_000

const text = cleanedLine(100)

/** The caller's identifier of a row. Omitted fields of a row leave the entry unchanged. */
const row = z.int()

const carEntrySchema = z.object({
  kind: z.literal('car'),
  row,
  plate: plateSchema,
  driver: text,
  name: text.optional(),
  coDriver: text.optional(),
  team: text.optional(),
  manufacturer: text.optional(),
  model: text.optional(),
  class: text.optional(),
  category: text.optional(),
  /** The id of a session, or its name within the category. */
  race: text.optional(),
  /** Name of the row's sheet; used as the category where it is the name of one. */
  sheet: text,
  /** Whether a car without any hint of its category is entered in the main one. */
  orMain: z.boolean(),
})
export type CarEntry = z.infer<typeof carEntrySchema>

const sessionEntrySchema = z.object({
  kind: z.literal('session'),
  row,
  name: text,
  category: text,
  sessionType: sessionTypeSchema,
  /**
   * For a race without a written type: the number in its name, null without one. The number may count over the season,
   * so the type follows from the order of the category's races in the weekend, not from `sessionType`.
   */
  namedRace: z.object({ number: z.int().min(1).max(999).nullable() }).optional(),
  /** Local time in the weekend's time zone: `YYYY-MM-DDTHH:mm`. */
  start: z
    .string()
    .regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d$/)
    .optional(),
  distance: text.optional(),
  track: text.optional(),
  points: pointsSchema.optional(),
})
export type SessionEntry = z.infer<typeof sessionEntrySchema>

export const entrySchema = z.discriminatedUnion('kind', [carEntrySchema, sessionEntrySchema])
export type Entry = z.infer<typeof entrySchema>

const enteredSchema = z.object({
  outcome: z.literal('entered'),
  row,
  action: z.enum(['created', 'updated', 'unchanged']),
  category: z.string(),
  /** The type that a race got by its order, where its name has another number or none. */
  readAs: sessionTypeSchema.optional(),
  /** For a session: its local start time occurs twice because of a clock change, and the first is used. */
  startComesTwice: z.literal(true).optional(),
  /** For a car: its category is unnamed and defaulted to the main one, although another may be meant. */
  categoryAssumed: z.literal(true).optional(),
})
const refusedSchema = z.object({
  outcome: z.literal('refused'),
  row,
  /** The invalid field of the row; null where the error is not of a single field. */
  field: z.string().nullable(),
  message: z.string(),
  /** An earlier row with the same car or session. */
  duplicate: z.int().optional(),
})
export const entryOutcomeSchema = z.discriminatedUnion('outcome', [enteredSchema, refusedSchema])
export type EntryOutcome = z.infer<typeof entryOutcomeSchema>

/** Enters the rows of a workbook, cars and sessions, in one write; refused rows do not prevent the others. */
export const enterRows = defineCall({
  service: 'weekends',
  method: 'POST',
  path: '/internal/weekends/:id/entries',
  params: idParams,
  request: z.object({
    rows: z.array(entrySchema).max(MAX_ENTRIES),
    /** Returns the outcome of each row without storing anything. */
    preview: z.boolean(),
    actor: z.object({ userId: z.string(), username: z.string().nullable() }),
  }),
  reply: z.object({
    /** One outcome per row, in order. */
    outcomes: z.array(entryOutcomeSchema),
    /** Names of the categories that the sessions add. */
    newCategories: z.array(z.string()),
  }),
  callers: ['admin'],
  reason:
    'The upload of a workbook replies with the outcome of each row, and race control parses the workbooks of all services.',
  timeoutMs: 30_000,
})
