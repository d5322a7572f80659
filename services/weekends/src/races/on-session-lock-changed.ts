import { sessionLockChanged } from '@purple-sector/contracts/tipping/events'
import { on } from '@purple-sector/messaging'
import { raceRepository } from './race-repository.ts'

/** Keeps what tipping tells of a session's lock: every `deadline` and `locked` comes from it. */
export const onSessionLockChanged = on(sessionLockChanged, async ({ data }, sql) => {
  const races = raceRepository(sql)
  if (data.deleted) await races.forgetTold(data.raceId)
  else await races.saveTold(data.raceId, data.locksAt === null ? null : new Date(data.locksAt))
})
