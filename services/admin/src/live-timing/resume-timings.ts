import type { Database } from '@purple-sector/database'
import type { NewestTimings } from './newest-timings.ts'
import { timingSessionRepository } from './timing-session-repository.ts'

/** What came while timing was paused is shown: of each session that runs the newest. */
export const resumeTimings =
  ({ database, newest }: { database: Database; newest: NewestTimings }) =>
  async (): Promise<void> => {
    for (const raceId of await timingSessionRepository(database).running()) {
      const kept = await newest.kept(raceId)
      if (kept) await newest.show(kept.timing)
    }
  }
