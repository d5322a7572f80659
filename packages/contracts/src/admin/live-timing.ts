import { z } from 'zod'
import { idSchema, instant, instantInput, ofGiven } from '../common.ts'
import { cleanedLine } from '../text.ts'

/*
 * Live timing: what a source sends (a snapshot), and what is visible of it (Timing). Times are milliseconds, with a
 * fraction where the source has one; they are never rounded (docs/rules.md, Live timing).
 */

export const timingFlagSchema = z.enum(['green', 'yellow', 'safety-car', 'red', 'chequered'])
export type TimingFlag = z.infer<typeof timingFlagSchema>
export const timingEntryStatusSchema = z.enum(['running', 'pit', 'out', 'finished'])

/** A duration in ms; values above a day are invalid. */
const duration = z.number().min(0).max(86_400_000)
const count = z.number().int().min(0).max(100_000)

const plate = cleanedLine(10).min(1)
/** A source's name of a car: its plate, or the plate as a number. */
const carNumber = z.union([z.number().int().min(0).max(999_999), plate], {
  error: ofGiven('must be the number of a car'),
})

export const snapshotEntryBody = z.object({
  carNumber,
  /** The plate, where it differs from the number: `05`. */
  plate: plate.optional(),
  /** The driver, as reported by the source. */
  driver: cleanedLine(200).nullish(),
  position: z.number().int().min(1).max(999),
  laps: count,
  lastLapMs: duration.nullish(),
  bestLapMs: duration.nullish(),
  /** Gap to the leader; `gapLaps` where it is in laps. */
  gapMs: duration.nullish(),
  gapLaps: count.nullish(),
  /** Gap to the car ahead. */
  intervalMs: duration.nullish(),
  intervalLaps: count.nullish(),
  /** The latest time of each sector; null if there is none yet. */
  sectorsMs: z.array(duration.nullable()).length(3).nullish(),
  inPit: z.boolean().nullish(),
  pitStops: count.nullish(),
  status: timingEntryStatusSchema,
})

const noCarTwice = (entries: readonly z.infer<typeof snapshotEntryBody>[]): boolean =>
  new Set(entries.map(({ carNumber: number, plate }) => plate ?? String(number))).size === entries.length

/** A snapshot from a source: the current state of a session. */
export const snapshotBody = z.object({
  /** Rises within a source; snapshots that are not newer than the newest are ignored. */
  sequence: z.number().int().min(0).max(Number.MAX_SAFE_INTEGER),
  capturedAt: instantInput,
  /** The actual start of the session, where the source reports it. */
  sessionStartedAt: instantInput.nullish(),
  flag: timingFlagSchema,
  /** The leader's lap; 0 before the first is complete. */
  lap: count,
  totalLaps: count.nullish(),
  remainingMs: duration.nullish(),
  /** Messages of race control. */
  message: cleanedLine(500).nullish(),
  entries: z.array(snapshotEntryBody).max(300).refine(noCarTwice, 'must name each car once'),
})
export type Snapshot = z.infer<typeof snapshotBody>
export type SnapshotEntry = z.infer<typeof snapshotEntryBody>

/** Rating of a time: fastest overall, the car's own best, slower. */
export const sectorColourSchema = z.enum(['purple', 'green', 'yellow'])
export type SectorColour = z.infer<typeof sectorColourSchema>

export const timingEntrySchema = z
  .object({
    /** As sent by the source. */
    carNumber: z.union([z.number(), z.string()]),
    plate: z.string(),
    /** Null if no such car is entered: it is visible but earns no points. */
    carId: z.number().int().nullable(),
    driver: z.string().nullable(),
    position: z.number().int(),
    /** Rank by `position` among cars `running`, `pit` and `finished`, used for points; null for cars that are `out`. */
    place: z.number().int().nullable(),
    /** Positions gained since the session's first snapshot; 0 for cars missing from it. */
    change: z.number().int(),
    laps: z.number().int(),
    lastLapMs: z.number().nullable(),
    /** The last lap is the fastest overall (purple), or the car's own best (green). */
    lastLap: sectorColourSchema.nullable(),
    bestLapMs: z.number().nullable(),
    /** The best lap is the session's. */
    isFastest: z.boolean(),
    gapMs: z.number().nullable(),
    gapLaps: z.number().int().nullable(),
    intervalMs: z.number().nullable(),
    intervalLaps: z.number().int().nullable(),
    sectorsMs: z.array(z.number().nullable()).length(3),
    sectors: z.array(sectorColourSchema.nullable()).length(3),
    inPit: z.boolean(),
    pitStops: z.number().int().nullable(),
    status: timingEntryStatusSchema,
  })
  .meta({ id: 'TimingEntry' })
export type TimingEntry = z.infer<typeof timingEntrySchema>

/** The state of a session by its latest snapshot, as fans see it. */
export const timingSchema = z
  .object({
    raceId: z.number().int(),
    weekendId: z.number().int(),
    /** Rises with each change of the source; `sequence` counts within it. */
    generation: z.number().int(),
    sequence: z.number().int(),
    /** When the snapshot arrived: the spoiler delay counts from it. */
    at: instant,
    capturedAt: instant,
    /** Time of the session's first snapshot. */
    startedAt: instant,
    flag: timingFlagSchema,
    lap: z.number().int(),
    totalLaps: z.number().int().nullable(),
    remainingMs: z.number().nullable(),
    message: z.string().nullable(),
    /** Chequered, and no car runs any more: the order is final for the source. */
    hasEnded: z.boolean(),
    /** By position; cars that are out are at the end. */
    entries: z.array(timingEntrySchema),
  })
  .meta({
    id: 'Timing',
    description:
      '`at` is when the snapshot reached the product; `generation` rises with each change of the source. Entries are by position, cars that are out at the end: as sent, with `carId` (null: not entered), `place` (rank among those that are not out), `change` (positions gained since the session’s first snapshot), `lastLap` and `sectors` (`purple` the fastest overall, `green` the car’s own best, `yellow` slower, null without a time) and `isFastest` (the best lap is the session’s).',
  })
export type Timing = z.infer<typeof timingSchema>

/** The changes of a Timing since an earlier one, which the receiver has completely. */
export const timingChangesSchema = timingSchema.omit({ entries: true }).extend({
  /** The state that it builds on. */
  since: z.object({ generation: z.number().int(), sequence: z.number().int() }),
  /** New or changed cars, each complete. */
  entries: z.array(timingEntrySchema),
  /** Plates of removed cars. */
  gone: z.array(z.string()),
})
export type TimingChanges = z.infer<typeof timingChangesSchema>

/** The outcome of a sent snapshot. */
export const snapshotReplySchema = z
  .object({
    raceId: z.number().int(),
    /** False where one at least as new was there already. */
    accepted: z.boolean(),
    /** Sequence of the newest snapshot. */
    sequence: z.number().int(),
  })
  .meta({
    id: 'SnapshotReply',
    description: '`accepted` is false if one as new, or newer, was there; `sequence` is that of the newest.',
  })
export type SnapshotReply = z.infer<typeof snapshotReplySchema>

/** A race in laps: for charts and for late viewers. */
export const timingHistorySchema = z
  .object({
    raceId: z.number().int(),
    cars: z.array(
      z.object({
        plate: z.string(),
        carId: z.number().int().nullable(),
        /** The car's laps, oldest first; lap 0 is its start position. `at` is when the lap was completed. */
        laps: z.array(
          z.object({
            lap: z.number().int(),
            position: z.number().int(),
            lapMs: z.number().nullable(),
            gapMs: z.number().nullable(),
            inPit: z.boolean(),
            at: instant,
          }),
        ),
      }),
    ),
    /** Flags and messages of race control, oldest first. */
    control: z.array(
      z.object({ at: instant, lap: z.number().int(), flag: timingFlagSchema, message: z.string().nullable() }),
    ),
  })
  .meta({
    id: 'TimingHistory',
    description: 'The laps of each car, the first with its state at the start; `control` has flags and messages.',
  })
export type TimingHistory = z.infer<typeof timingHistorySchema>

export const sourceKindSchema = z.enum(['push', 'ndjson', 'natsoft'])
export const sourceStateSchema = z.enum(['idle', 'connecting', 'receiving', 'failing'])

export const sourceBody = z
  .object({
    kind: sourceKindSchema,
    /** `https://…` or `file:///…` for ndjson; `tcp://host:port`, `ws://…` or `wss://…` for natsoft; none for push. */
    url: z.string().trim().min(1).max(2_000).nullish(),
    /** Connects 15 minutes before the planned start; else at once. */
    startAutomatically: z.boolean().default(false),
    /** Publishes the order at the end as a provisional result automatically. */
    publishAutomatically: z.boolean().default(false),
  })
  .refine(({ kind, url }) => kind === 'push' || (url ?? null) !== null, {
    path: ['url'],
    error: 'is required: where the source is found',
  })
export type SourceBody = z.input<typeof sourceBody>

/** The timing source of a session, and its status. */
export const timingSourceSchema = z
  .object({
    raceId: z.number().int(),
    kind: sourceKindSchema,
    url: z.string().nullable(),
    startAutomatically: z.boolean(),
    publishAutomatically: z.boolean(),
    generation: z.number().int(),
    state: sourceStateSchema,
    lastSnapshotAt: instant.nullable(),
    error: z.string().nullable(),
    /** Counts since the source was set: received, and not understood. */
    received: z.number().int(),
    skipped: z.number().int(),
    /** Sessions in the source, where none is certainly this one: race control picks one. */
    sessions: z.array(z.object({ code: z.string(), description: z.string(), isPicked: z.boolean() })),
  })
  .meta({
    id: 'TimingSource',
    description:
      '`error` says why, in words, also for a source that is received; `received` and `skipped` count since it was set; `sessions` are those that a Natsoft source has named.',
  })
export type TimingSource = z.infer<typeof timingSourceSchema>

export const pickSessionBody = z.object({ code: z.string().min(1).max(100) })

/** The incoming timing, visible to race control even while timing is paused. */
export const timingFeedSchema = z
  .object({
    source: timingSourceSchema.nullable(),
    timing: timingSchema.nullable(),
    /** Cars of the source that are not entered; `carId` where race control has assigned one. */
    unknown: z.array(
      z.object({
        number: z.string(),
        driver: z.string().nullable(),
        position: z.number().int(),
        carId: z.number().int().nullable(),
      }),
    ),
  })
  .meta({
    id: 'TimingFeed',
    description:
      '`unknown` are cars that the source names and that are not entered; `carId` is given if race control has said which it is.',
  })
export type TimingFeed = z.infer<typeof timingFeedSchema>

export const matchCarsBody = z.object({
  matches: z.array(z.object({ number: plate, carId: idSchema.nullable() })).max(300),
})
export const carMatchSchema = z.object({ number: z.string(), carId: z.number().int() })
export const timingRaceParams = z.object({ raceId: idSchema })
export const sourcesQuery = z.object({ weekendId: idSchema })
