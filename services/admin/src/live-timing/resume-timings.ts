import { TIMINGS_TTL_MS } from '@purple-sector/contracts/timings'
import type { Database } from '@purple-sector/database'
import type { NewestTimings } from './latest-timings.ts'
import { timingSessionRepository } from './timing-session-repository.ts'

/** What came while timing was paused is shown: of each session the newest, also of one that has fallen silent since. */
export const resumeTimings =
  ({ database, newest }: { database: Database; newest: NewestTimings }) =>
  async (): Promise<void> => {
    for (const raceId of await timingSessionRepository(database).recent(TIMINGS_TTL_MS)) {
      const kept = await newest.kept(raceId)
      if (kept) await newest.show(kept.timing)
    }
  }
