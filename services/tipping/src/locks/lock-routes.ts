import * as calls from '@purple-sector/contracts/tipping/internal'
import { type Database, databaseTime } from '@purple-sector/database'
import type { Queue } from '@purple-sector/jobs'
import { type App, registerInternalRoute } from '@purple-sector/service-kit'
import { applyLock } from './apply-lock.ts'
import { closeRace } from './close-race.ts'
import { readLocks } from './read-locks.ts'
import { reviewLock } from './review-lock.ts'

/** Internal routes for the locks. */
export const lockRoutes = (database: Database, queue: Queue) => async (app: App) => {
  registerInternalRoute(app, calls.closeRace, closeRace({ database }))
  registerInternalRoute(app, calls.reviewLock, reviewLock({ database }))
  registerInternalRoute(app, calls.applyLock, applyLock({ database, queue }))
  registerInternalRoute(app, calls.readLocks, readLocks({ database }))
  registerInternalRoute(app, calls.readClock, async () => ({ now: (await databaseTime(database)).toISOString() }))
}
