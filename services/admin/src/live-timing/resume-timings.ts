import { TIMINGS_TTL_MS } from '@purple-sector/contracts/timings'
import type { Database } from '@purple-sector/database'
import type { LatestTimings } from './latest-timings.ts'
import { timingSessionRepository } from './timing-session-repository.ts'

/** Makes visible what arrived while timing was paused: the latest of each session, also of one that has ended since. */
export const resumeTimings =
  ({ database, latestTimings }: { database: Database; latestTimings: LatestTimings }) =>
  async (): Promise<void> => {
    for (const raceId of await timingSessionRepository(database).findRecent(TIMINGS_TTL_MS)) {
      const latest = await latestTimings.latest(raceId)
      if (latest) await latestTimings.makeVisible(latest.timing)
    }
  }
