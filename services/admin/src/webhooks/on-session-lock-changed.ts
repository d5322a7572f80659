import { weekendSubject } from '@purple-sector/contracts/event'
import { sessionLockChanged } from '@purple-sector/contracts/tipping/events'
import { isDeleted, on } from '@purple-sector/messaging'
import { pendingEventRepository } from './pending-event-repository.ts'

/** Stores when a session locks, which may be in the future: it is delivered at that moment. */
export const onSessionLockChanged = on(sessionLockChanged, async ({ data }, sql) => {
  const pendingEvents = pendingEventRepository(sql)
  if (data.deleted || (await isDeleted(sql, weekendSubject(data.weekendId))))
    await pendingEvents.removeLock(data.raceId)
  else await pendingEvents.saveLock(data)
})
