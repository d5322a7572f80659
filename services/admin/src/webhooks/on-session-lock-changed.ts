import { weekendKey } from '@purple-sector/contracts/event'
import { sessionLockChanged } from '@purple-sector/contracts/tipping/events'
import { isDeleted, on } from '@purple-sector/messaging'
import { newsRepository } from './pending-event-repository.ts'

/** When a session locks, which may lie ahead: it is told at that moment. */
export const onSessionLockChanged = on(sessionLockChanged, async ({ data }, sql) => {
  const news = newsRepository(sql)
  if (data.deleted || (await isDeleted(sql, weekendKey(data.weekendId)))) await news.dropLock(data.raceId)
  else await news.keepLock(data)
})
