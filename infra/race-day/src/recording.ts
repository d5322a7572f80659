import { CATEGORIES, type Category, MAIN_CATEGORY } from '@purple-sector/contracts/categories'
import { z } from 'zod'

const category = z.enum(CATEGORIES)
const instant = z.iso
  .datetime({ offset: true })
  .describe('ISO 8601 with Z or an offset, e.g. 2026-03-14T13:30:00+11:00')
const date = z.iso.date()
const recordedId = z
  .string()
  .regex(/^[a-z0-9-]{1,60}$/, 'lower-case letters, digits and dashes')
  .describe('name of the race inside the recording')
const carNumber = z.int().min(1).max(999)
const points = z.object({
  first: z.int().min(0).max(1000),
  second: z.int().min(0).max(1000),
  third: z.int().min(0).max(1000),
})

const car = z.strictObject({
  number: carNumber.describe('unique in its category only'),
  driver: z.string().min(1).max(100),
  coDriver: z.string().min(1).max(100).optional(),
  team: z.string().min(1).max(100),
  manufacturer: z.enum(['Chevrolet', 'Ford', 'Toyota', 'Porsche', 'BMW', 'Audi', 'Mercedes', 'Other']),
  model: z.string().min(1).max(100).optional(),
})

const classificationRow = z.strictObject({
  position: z.int().min(1),
  car: carNumber,
  status: z.enum(['classified', 'dnf', 'dns', 'dsq']),
  laps: z.int().min(0).optional(),
  bestLapMs: z.int().min(1).optional().describe('left out where a car set no time'),
  gapMs: z.int().min(0).optional(),
  averageSpeed: z.number().min(0).optional(),
})

const result = z.strictObject({
  at: instant.describe('when race control published it; before the planned start is allowed (published early)'),
  status: z.enum(['provisional', 'official', 'amended', 'cancelled']),
  reason: z.string().min(1).max(500).optional().describe('shown to the fans'),
  classification: z.array(classificationRow).describe('the whole list as published; empty exactly when cancelled'),
  previewFirst: z.boolean().default(false).describe('race control looks at the preview before it publishes'),
  sentTwice: z.boolean().default(false).describe('the same list is published again: nothing may change'),
})

const race = z.strictObject({
  id: recordedId,
  category,
  type: z.enum(['practice', 'qualifying', 'race1', 'race2', 'race3', 'shootout']),
  name: z.string().min(1).max(100),
  description: z.string().max(500).optional(),
  distance: z.string().max(100).optional(),
  track: z.string().max(100).optional(),
  points: points.optional().describe("the race's own points; left out: those of its category"),
  plannedStart: instant.nullable().describe('as first published; null: in the programme without a time'),
  moves: z
    .array(z.strictObject({ at: instant, start: instant }))
    .default([])
    .describe('moved earlier or later: announced at, to a new start'),
  ran: z
    .strictObject({ start: instant, finish: instant })
    .nullable()
    .describe('what really happened; before the planned start: set running early; null: never run'),
  redFlags: z
    .array(z.strictObject({ at: instant, until: instant.nullable(), reason: z.string().min(1).max(200) }))
    .default([])
    .describe('until null: not restarted'),
  laps: z
    .array(z.array(carNumber))
    .default([])
    .describe('car numbers in the order at the end of each lap, where known'),
  results: z.array(result).default([]).describe('every revision in the order published'),
})

const carStatus = z.strictObject({
  at: instant,
  category,
  car: carNumber,
  status: z.enum(['active', 'crashed', 'dnf', 'retired', 'withdrawn']),
})

/** A moment of a fan: an instant, or seconds of the player's own (uncompressed) clock around a race's lock. */
const moment = z.union([
  z.strictObject({ at: instant }),
  z.strictObject({
    lockOf: recordedId,
    seconds: z.number().min(-600).max(600).describe('real seconds; negative: before the race locks'),
  }),
])

const listedFan = z.strictObject({
  name: z.string().regex(/^[A-Za-z0-9_.-]{3,20}$/, '3 to 20 letters, digits, _ . -'),
  tips: z.array(
    z.strictObject({
      when: moment,
      category,
      car: carNumber,
      doubleClick: z.boolean().default(false).describe('sent twice at once: one tip, never an error'),
    }),
  ),
})

/** A recorded race weekend; see README.md for the whole story. */
export const recordingSchema = z.strictObject({
  format: z.literal('purple-sector/recording'),
  version: z.literal(1),
  weekend: z.strictObject({
    name: z.string().min(1).max(80),
    description: z.string().max(2000).default(''),
    venue: z.string().max(100).default(''),
    startDate: date,
    endDate: date,
    timeZone: z.string().min(1),
  }),
  categories: z.array(z.strictObject({ category, cars: z.array(car).min(1) })).min(1),
  sessions: z.array(race).min(1),
  filter: z
    .array(z.strictObject({ at: instant, sessions: z.array(recordedId) }))
    .default([])
    .describe('races of the open competition from then on; none listed: all'),
  carStatuses: z.array(carStatus).default([]),
  fans: z.strictObject({
    tipsOpen: instant.describe('when the first fans start tipping; the player begins here'),
    generated: z.strictObject({
      seed: z.int().min(0).max(0xffffffff),
      count: z.int().min(0).max(100_000).describe('unless --fans says otherwise'),
    }),
    listed: z.array(listedFan).default([]),
  }),
})

export type Recording = z.output<typeof recordingSchema>
export type RecordingInput = z.input<typeof recordingSchema>
export type RecordedRace = Recording['sessions'][number]
export type RecordedResult = RecordedRace['results'][number]
export type RecordedCar = Recording['categories'][number]['cars'][number]
export type CarStatusChange = Recording['carStatuses'][number]
export type Moment = Recording['fans']['listed'][number]['tips'][number]['when']
export type Points = z.output<typeof points>

/** What a fan of the player does: name as wished, tips in the order of their moments. */
export type FanPlan = { name: string; displays: 'username' | 'full-name' | 'nothing'; tips: PlannedTip[] }
export type PlannedTip = { when: Moment; category: Category; car: number; doubleClick: boolean }

/** Practice is shown and never scored; all other types count. */
export const canCount = (type: RecordedRace['type']): boolean => type !== 'practice'

/** Whether a race counts in the open competition under a filter; an empty one takes every race. */
export const countsIn = (race: RecordedRace, filter: string[]): boolean =>
  canCount(race.type) && (filter.length === 0 || filter.includes(race.id))

/** Points of a race as the product awards them in the open competition. */
export const effectivePoints = (race: Pick<RecordedRace, 'category' | 'points'>): Points => {
  if (race.points) return race.points
  return race.category === MAIN_CATEGORY ? { first: 50, second: 25, third: 15 } : { first: 10, second: 6, third: 3 }
}
