import { liveTimingChanged, raceLockSet, resultPublished } from '@purple-sector/contracts/admin/events'
import { type Republisher, republishes } from '@purple-sector/messaging'
import { liveTimingRepository } from './live-timing/live-timing-repository.ts'
import { raceLockRepository } from './locks/race-lock-repository.ts'
import { resultRepository } from './results/result-repository.ts'

const BATCH_SIZE = 200

/** Republishes the current result of every race, every lock set by race control, and the state of live timing. */
export const republishers: Republisher[] = [
  republishes(resultPublished, async (sql, cursor) => {
    const states = await resultRepository(sql).page(Number(cursor ?? 0), BATCH_SIZE)
    return { states, next: states.length < BATCH_SIZE ? undefined : String(states.at(-1)?.raceId) }
  }),
  republishes(raceLockSet, async (sql, cursor) => {
    const states = await raceLockRepository(sql).page(Number(cursor ?? 0), BATCH_SIZE)
    return { states, next: states.length < BATCH_SIZE ? undefined : String(states.at(-1)?.raceId) }
  }),
  republishes(liveTimingChanged, async (sql) => ({
    states: [await liveTimingRepository(sql).find()],
    next: undefined,
  })),
]
