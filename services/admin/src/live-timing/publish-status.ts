import { liveTimingChanged } from '@purple-sector/contracts/admin/events'
import type { Transaction } from '@purple-sector/database'
import { outbox } from '@purple-sector/messaging'
import { liveTimingRepository } from './live-timing.ts'
import { timingSessionRepository } from './timing-session-repository.ts'

/**
 * Tells how live timing stands, in the transaction that changed it: a session began or ended, its source is in another
 * state. One after another: who tells later has seen what was told before.
 */
export const tellStatus = async (sql: Transaction): Promise<void> => {
  const timing = liveTimingRepository(sql)
  await timing.hold()
  await outbox(sql).append(liveTimingChanged, await timing.find())
}

/** A session runs no more: its race is completed, or has a result. Nothing where it did not run. */
export const endTiming = async (sql: Transaction, raceId: number): Promise<void> => {
  if (await timingSessionRepository(sql).end(raceId)) await tellStatus(sql)
}
