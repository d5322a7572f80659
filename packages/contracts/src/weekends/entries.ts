import { z } from 'zod'
import { defineCall } from '../call.ts'
import { idParams } from '../common.ts'
import { cleanedLine } from '../text.ts'
import { plateSchema } from './car-plate.ts'
import { pointsSchema, sessionTypeSchema } from './http.ts'

/** At most so many rows of a workbook are entered at once. */
export const MAX_ENTRIES = 1_000

const text = cleanedLine(100)

/** `row` is whatever its sender tells rows apart by; what is left out leaves what was entered. */
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
  /** What the row's sheet is called: a category, where it is the name of one. */
  sheet: text,
  /** Whether a car that names no category in any way is entered in the main one. */
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
   * Of a race whose type is not written: the number that its name says, null without one. A number may count over the
   * season, so the type follows from the order of the category's races in the weekend, not from `sessionType`.
   */
  namedRace: z.object({ number: z.int().min(1).max(999).nullable() }).optional(),
  /** By the clock of the weekend's time zone: `YYYY-MM-DDTHH:mm`. */
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
  /** The type that a race was given by its order, where its name says another number or none. */
  readAs: sessionTypeSchema.optional(),
  /** Of a session: the clocks of the weekend show its start twice, and the first is meant. */
  startComesTwice: z.literal(true).optional(),
  /** Of a car: nothing says its category, and another than the main one may be meant. */
  categoryAssumed: z.literal(true).optional(),
})
const refusedSchema = z.object({
  outcome: z.literal('refused'),
  row,
  /** The field of the row that is wrong; null where it is none alone. */
  field: z.string().nullable(),
  message: z.string(),
  /** An earlier row that enters the same car or session. */
  duplicate: z.int().optional(),
})
export const entryOutcomeSchema = z.discriminatedUnion('outcome', [enteredSchema, refusedSchema])
export type EntryOutcome = z.infer<typeof entryOutcomeSchema>

/** The rows of a workbook, cars and sessions, as one write: a row that is refused writes nothing, the others do. */
export const enterRows = defineCall({
  service: 'weekends',
  method: 'POST',
  path: '/internal/weekends/:id/entries',
  params: idParams,
  request: z.object({
    rows: z.array(entrySchema).max(MAX_ENTRIES),
    /** Says what would become of each row and writes nothing. */
    preview: z.boolean(),
    actor: z.object({ userId: z.string(), username: z.string().nullable() }),
  }),
  reply: z.object({
    /** One for each row, in their order. */
    outcomes: z.array(entryOutcomeSchema),
    /** The names of the categories that the sessions add. */
    newCategories: z.array(z.string()),
  }),
  callers: ['admin'],
  reason:
    'Who uploads a workbook is told row by row what became of it, and race control reads workbooks for everybody.',
  timeoutMs: 30_000,
})
