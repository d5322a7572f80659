import { z } from 'zod'
import { defineFact, defineState, weekendKey } from '../event.ts'
import { raceLockFinalizedBy } from '../tipping/race-lock-finalized.ts'
import { resultStatusSchema } from '../weekends/http.ts'
import { classificationStatusSchema, liveTimingStatusSchema, resultCarSchema } from './http.ts'
import { reportSchema } from './reports.ts'

/**
 * The current result of a session. `place` is the rank among the classified rows (docs/rules.md, Results), null
 * otherwise.
 */
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
        /** As named in the result; results published before it existed have none. */
        car: resultCarSchema.optional(),
      }),
    ),
    deleted: z.boolean(),
  }),
  subject: (result) => `result/${result.raceId}`,
  key: (result) => weekendKey(result.weekendId),
})

/** Progress of the report of a weekend. */
export const reportChanged = defineFact({
  type: 'admin.report-changed.v1',
  owner: 'admin',
  data: reportSchema,
  subject: ({ id }) => `report/${id}`,
  key: ({ weekendId }) => weekendKey(weekendId),
})

/** The first snapshot of a session arrived: the session locks, even if tipping was unreachable at that moment. */
export const timingStarted = defineFact({
  type: 'admin.timing-started.v1',
  owner: 'admin',
  data: z.object({ raceId: z.number(), weekendId: z.number(), at: z.string() }),
  subject: ({ raceId }) => `race/${raceId}`,
  key: ({ weekendId }) => weekendKey(weekendId),
})

/** The outcome of an attempt to publish a first result, to begin live timing, or to set a lock. */
export const adminRaceLockFinalized = raceLockFinalizedBy('admin')

/**
 * Race control set the lock time of a locked session that had started early (docs/rules.md, Races). `reopened` is the
 * number of reopenings of the session at that time. `revision` is the result revision published with it, by which the
 * session is scored again; null if no result scores.
 */
export const raceLockSet = defineState({
  type: 'admin.race-lock-set.v1',
  owner: 'admin',
  data: z.object({
    raceId: z.number(),
    weekendId: z.number(),
    locksAt: z.iso.datetime(),
    reopened: z.number(),
    revision: z.number().nullable(),
  }),
  subject: ({ raceId }) => `race-lock/${raceId}`,
  key: ({ weekendId }) => weekendKey(weekendId),
})

/**
 * Whether live timing is visible, and its source. The number of viewers is not part of it, because it changes every
 * second.
 */
export const liveTimingChanged = defineState({
  type: 'admin.live-timing-changed.v1',
  owner: 'admin',
  data: liveTimingStatusSchema.omit({ clientCount: true }),
  subject: () => 'live-timing',
  key: () => 'live-timing',
})
