import { z } from 'zod'
import { category, type Moment, moment, recordedGroup } from './recorded-group.ts'
import { date, instant, line, plate, prose, recordedId } from './recorded-values.ts'

export const reactions = ['fire', 'applause', 'wow', 'heartbreak', 'laugh'] as const

const points = z.object({
  first: z.int().min(0).max(1000),
  second: z.int().min(0).max(1000),
  third: z.int().min(0).max(1000),
})
const manufacturer = z.enum(['Chevrolet', 'Ford', 'Toyota', 'Porsche', 'BMW', 'Audi', 'Mercedes', 'Other'])

const carEdit = z
  .strictObject({
    at: instant,
    driver: line(100).optional(),
    coDriver: line(100).nullable().optional().describe('null: nobody any more'),
    team: line(100).optional(),
    manufacturer: manufacturer.optional(),
    model: line(100).optional(),
  })
  .refine((edit) => Object.keys(edit).length > 1, 'says nothing that changes')

const car = z.strictObject({
  number: plate.describe('the plate, unique in its category only'),
  driver: line(100),
  coDriver: line(100).optional(),
  team: line(100),
  manufacturer,
  model: line(100).optional(),
  entered: instant.optional().describe('a late entry: when; left out: from the beginning'),
  edits: z
    .array(carEdit)
    .default([])
    .describe('who drives it for whom from then on; results keep the names they were published with'),
})

const field = z.strictObject({
  category: category.describe('matched with a category of the product by any of its spellings, else added'),
  shortName: line(100).optional(),
  aliases: z.array(line(100)).default([]),
  colour: z
    .string()
    .regex(/^#[0-9a-f]{6}$/i, 'is no colour, as #2244cc')
    .optional(),
  renames: z
    .array(z.strictObject({ at: instant, name: line(100), shortName: line(100).optional() }))
    .default([])
    .describe('called otherwise from then on; the recording keeps to the first name'),
  cars: z.array(car).min(1),
})

const classificationRow = z
  .strictObject({
    position: z.int().min(1).max(999).nullable(),
    car: plate,
    status: z.enum(['classified', 'nc', 'dnf', 'dns', 'dsq']),
    laps: z.int().min(0).optional(),
    bestLapMs: z.number().min(1).optional().describe('left out where a car set no time'),
    gapMs: z.int().min(0).optional(),
    averageSpeed: z.number().min(0).optional(),
  })
  .refine(({ position, status }) => position !== null || status !== 'classified', {
    path: ['position'],
    error: 'a car that is classified has a position',
  })

const result = z.strictObject({
  at: instant.describe('when race control published it; before the planned start is allowed (published early)'),
  status: z.enum(['provisional', 'official', 'amended', 'cancelled']),
  reason: line(500).optional().describe('shown to the fans'),
  classification: z.array(classificationRow).describe('the whole list as published; empty exactly when cancelled'),
  previewFirst: z.boolean().default(false).describe('race control looks at the preview before it publishes'),
  sentTwice: z.boolean().default(false).describe('the same list is published again: nothing may change'),
})

const move = z
  .strictObject({
    at: instant,
    start: instant.optional(),
    ahead: z
      .strictObject({ minutes: z.int().min(0).max(10_000), seconds: z.number().min(0).max(3_600).default(0) })
      .optional()
      .describe('put off to a lock this far ahead, in real time: what the product does by its own clock is seen'),
    reopen: z.boolean().default(false).describe('postponed after it had locked: it takes tips again'),
  })
  .refine(({ start, ahead }) => (start === undefined) !== (ahead === undefined), 'has either a start or ahead')
  .refine(({ ahead, reopen }) => !ahead || !reopen, 'reopens with a start')

const race = z.strictObject({
  id: recordedId,
  category,
  type: z.enum(['practice', 'qualifying', 'shootout', 'race1', 'race2', 'race3', 'race4', 'race5', 'race6']),
  name: line(100),
  description: prose(500).optional(),
  distance: prose(100).optional(),
  track: prose(100).optional(),
  points: points.optional().describe("the race's own points; left out: those of its category"),
  plannedStart: instant.nullable().describe('as first published; null: in the programme without a time'),
  moves: z.array(move).default([]).describe('moved earlier or later: announced at'),
  ran: z
    .strictObject({ start: instant, finish: instant })
    .nullable()
    .describe('what really happened; before the planned start: set running early; null: never run'),
  redFlags: z
    .array(z.strictObject({ at: instant, until: instant.nullable(), reason: line(200) }))
    .default([])
    .describe('until null: not restarted'),
  laps: z.array(z.array(plate)).default([]).describe('plates in the order at the end of each lap, where known'),
  results: z.array(result).default([]).describe('every revision in the order published'),
})

const carStatus = z.strictObject({
  at: instant,
  category,
  car: plate,
  status: z.enum(['active', 'crashed', 'dnf', 'retired', 'withdrawn']),
})

const vote = z.strictObject({ at: instant, category, car: plate.describe('its driver is voted for') })
const reaction = z.strictObject({
  to: recordedId.describe('a race whose result stays in force once it is there'),
  reaction: z.enum(reactions),
  takenBack: z.boolean().default(false).describe('given, and given again, which takes it back'),
})

const listedFan = z.strictObject({
  name: z.string().regex(/^[A-Za-z0-9_.-]{3,20}$/, '3 to 20 letters, digits, _ . -'),
  tips: z.array(
    z.strictObject({
      when: moment,
      category,
      car: plate,
      doubleClick: z.boolean().default(false).describe('sent twice at once: one tip, never an error'),
      group: z.string().optional().describe('in this group; left out: in the open competition'),
    }),
  ),
  votes: z.array(vote).default([]).describe('in the driver poll; the last one counts'),
  reactions: z.array(reaction).default([]).describe('to results, just after their first revision'),
})

/** A recorded race weekend; README.md describes the format. */
export const recordingSchema = z.strictObject({
  format: z.literal('purple-sector/recording'),
  version: z.literal(1),
  weekend: z.strictObject({
    name: line(80),
    description: prose(2000).default(''),
    venue: prose(100).default(''),
    startDate: date,
    endDate: date,
    timeZone: line(100),
  }),
  categories: z.array(field).min(1),
  sessions: z.array(race).min(1),
  filter: z
    .array(z.strictObject({ at: instant, sessions: z.array(recordedId) }))
    .default([])
    .describe('races of the open competition from then on; none listed: all'),
  pauses: z
    .array(z.strictObject({ at: instant, seconds: z.number().min(1).max(120) }))
    .default([])
    .describe('the clock of the recording stands still for so many real seconds'),
  carStatuses: z.array(carStatus).default([]),
  fans: z.strictObject({
    tipsOpen: instant.describe('when the first fans start tipping; the player begins here'),
    generated: z.strictObject({
      seed: z.int().min(0).max(0xffffffff),
      count: z.int().min(0).max(100_000).describe('unless --fans says otherwise'),
    }),
    listed: z.array(listedFan).default([]),
  }),
  groups: z.array(recordedGroup).default([]),
})

export type Recording = z.output<typeof recordingSchema>
export type RecordingInput = z.input<typeof recordingSchema>
export type RecordedField = Recording['categories'][number]
export type RecordedRace = Recording['sessions'][number]
export type RecordedResult = RecordedRace['results'][number]
export type RecordedCar = RecordedField['cars'][number]
export type CarEdit = RecordedCar['edits'][number]
export type CarStatusChange = Recording['carStatuses'][number]
export type Points = z.output<typeof points>

/** The plan of a fan: display name, and tips, votes and reactions. */
export type FanPlan = {
  name: string
  displays: 'username' | 'full-name' | 'nothing'
  tips: PlannedTip[]
  votes: PlannedVote[]
  reactions: PlannedReaction[]
}
export type PlannedVote = z.output<typeof vote>
export type PlannedReaction = z.output<typeof reaction>
export type PlannedTip = {
  when: Moment
  category: string
  car: string
  doubleClick: boolean
  /** The name of a group; undefined in the open competition. */
  group?: string | undefined
}

/** Whether a race type can count: practice is displayed but never scored, all others can. */
export const canCount = (type: RecordedRace['type']): boolean => type !== 'practice'

/** Whether a race counts in the open competition under a filter; an empty filter includes all races. */
export const countsIn = (race: RecordedRace, filter: string[]): boolean =>
  canCount(race.type) && (filter.length === 0 || filter.includes(race.id))

/** Returns the points of a race as the product awards them in the open competition. */
export const effectivePoints = (race: Pick<RecordedRace, 'points'>, isMain: boolean): Points => {
  if (race.points) return race.points
  return isMain ? { first: 50, second: 25, third: 15 } : { first: 10, second: 6, third: 3 }
}
