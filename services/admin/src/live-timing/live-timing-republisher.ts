import { liveTimingChanged } from '@purple-sector/contracts/admin/events'
import { republishes } from '@purple-sector/messaging'
import { liveTimingRepository } from './live-timing.ts'

/** The one state there is, for a service that starts from nothing. */
export const liveTimingRepublisher = republishes(liveTimingChanged, async (sql) => ({
  states: [await liveTimingRepository(sql).find()],
  next: undefined,
}))
