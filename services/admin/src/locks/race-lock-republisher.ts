import { raceLockSet } from '@purple-sector/contracts/admin/events'
import { republishes } from '@purple-sector/messaging'
import { raceLockRepository } from './race-lock-repository.ts'

const PAGE = 200

/** Republishes every lock that race control has set, for a service that starts without data. */
export const raceLockRepublisher = republishes(raceLockSet, async (sql, cursor) => {
  const states = await raceLockRepository(sql).page(Number(cursor ?? 0), PAGE)
  return { states, next: states.length < PAGE ? undefined : String(states.at(-1)?.raceId) }
})
