import type { Database } from '@purple-sector/database'
import { collectAtScrape, gauge } from '@purple-sector/metrics'
import type { BackgroundTask } from '@purple-sector/service-kit'
import { findNextDeadline } from './lock-read-model.ts'

/** Measures the next deadline at each scrape, until it is stopped. */
export const collectNextDeadline = ({ database }: { database: Database }): BackgroundTask => {
  const stopCollecting = collectAtScrape(async () =>
    gauge('tipping_next_deadline_timestamp_seconds').set(await findNextDeadline(database)),
  )
  return { stop: async () => stopCollecting() }
}
