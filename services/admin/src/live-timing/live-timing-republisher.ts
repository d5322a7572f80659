import { liveTimingChanged } from '@purple-sector/contracts/admin/events'
import { republishes } from '@purple-sector/messaging'
import { liveTimingRepository } from './live-timing-repository.ts'

/** Republishes the single state of live timing, for a service that starts without data. */
export const liveTimingRepublisher = republishes(liveTimingChanged, async (sql) => ({
  states: [await liveTimingRepository(sql).find()],
  next: undefined,
}))
