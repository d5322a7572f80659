import { liveTimingChanged } from '@purple-sector/contracts/admin/events'
import type { Transaction } from '@purple-sector/database'
import { outbox } from '@purple-sector/messaging'
import { liveTimingRepository } from './live-timing-repository.ts'
import { timingSessionRepository } from './timing-session-repository.ts'

/**
 * Publishes the state of live timing, in the transaction that changed it.
 * Locks the row first, so that each published state includes the ones before.
 */
export const publishStatus = async (sql: Transaction): Promise<void> => {
  const timing = liveTimingRepository(sql)
  await timing.lock()
  await outbox(sql).append(liveTimingChanged, await timing.find())
}

/** Ends a race's session, because the race is completed or has a result. Does nothing if it does not run. */
export const endTiming = async (sql: Transaction, raceId: number): Promise<void> => {
  if (await timingSessionRepository(sql).end(raceId)) await publishStatus(sql)
}
