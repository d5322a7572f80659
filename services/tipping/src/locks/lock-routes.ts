import * as calls from '@purple-sector/contracts/tipping/internal'
import { type Database, databaseTime } from '@purple-sector/database'
import type { Queue } from '@purple-sector/jobs'
import { type App, answer } from '@purple-sector/service-kit'
import { closeRace } from './close-race.ts'
import { readLocks } from './read-locks.ts'
import { reviewLock } from './review-lock.ts'
import { settleRace } from './settle-race.ts'
import { takeLock } from './take-lock.ts'

/** What other services and gateways ask of the locks. */
export const lockRoutes = (database: Database, queue: Queue) => async (app: App) => {
  answer(app, calls.closeRace, closeRace({ database }))
  answer(app, calls.settleRace, settleRace({ database }))
  answer(app, calls.reviewLock, reviewLock({ database }))
  answer(app, calls.takeLock, takeLock({ database, queue }))
  answer(app, calls.readLocks, readLocks({ database }))
  answer(app, calls.readClock, async () => ({ now: (await databaseTime(database)).toISOString() }))
}
