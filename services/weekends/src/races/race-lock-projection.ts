import { sessionLockChanged } from '@purple-sector/contracts/tipping/events'
import { raceChanged } from '@purple-sector/contracts/weekends/events'
import type { Transaction } from '@purple-sector/database'
import { on, outbox } from '@purple-sector/messaging'
import type { z } from 'zod'
import { raceState } from './race.ts'
import { raceRepository } from './race-repository.ts'

/**
 * Applies a race lock of tipping, the source of every `deadline` and `locked`.
 * The race is published again only where its lock changed, so that the two services do not answer each other forever.
 */
export const projectLock = async (sql: Transaction, lock: z.infer<typeof sessionLockChanged.data>): Promise<void> => {
  const races = raceRepository(sql)
  const found = await races.selectForUpdate(lock.raceId)
  if (!found || lock.deleted) return
  const locksAt = lock.locksAt === null ? null : new Date(lock.locksAt)
  if (locksAt?.getTime() === found.race.locksAt?.getTime()) return
  const race = { ...found.race, locksAt }
  await races.update(race)
  await outbox(sql).append(raceChanged, raceState(race))
}

export const onSessionLockChanged = on(sessionLockChanged, ({ data }, sql) => projectLock(sql, data))
