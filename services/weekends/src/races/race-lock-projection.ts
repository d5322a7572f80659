import { sessionLockChanged } from '@purple-sector/contracts/tipping/events'
import { raceChanged } from '@purple-sector/contracts/weekends/events'
import type { Transaction } from '@purple-sector/database'
import { on, outbox } from '@purple-sector/messaging'
import type { z } from 'zod'
import { raceState } from './race.ts'
import { raceRepository } from './race-repository.ts'

/**
 * Takes over when tipping says that a race locks: every `deadline` and `locked` comes from it. Where that is news, the
 * race is told again; where it is what was shown already nothing is, so that the two never answer each other for ever.
 */
export const projectLock = async (sql: Transaction, lock: z.infer<typeof sessionLockChanged.data>): Promise<void> => {
  const races = raceRepository(sql)
  const reading = await races.hold(lock.raceId)
  if (!reading || lock.deleted) return
  const locksAt = lock.locksAt === null ? null : new Date(lock.locksAt)
  if (locksAt?.getTime() === reading.race.locksAt?.getTime()) return
  const race = { ...reading.race, locksAt }
  await races.update(race)
  await outbox(sql).append(raceChanged, raceState(race))
}

export const onSessionLockChanged = on(sessionLockChanged, ({ data }, sql) => projectLock(sql, data))
