import { sessionLockChanged } from '@purple-sector/contracts/tipping/events'
import { raceChanged } from '@purple-sector/contracts/weekends/events'
import type { Transaction } from '@purple-sector/database'
import { on, outbox } from '@purple-sector/messaging'
import type { z } from 'zod'
import { raceState } from './race.ts'
import { raceRepository } from './race-repository.ts'

/**
 * Applies a race lock of tipping, the source of every `deadline` and `locked`.
 * Publishes the race again only if its lock changed, so that the two services do not publish in a loop.
 */
export const projectLock = async (sql: Transaction, lock: z.infer<typeof sessionLockChanged.data>): Promise<void> => {
  const races = raceRepository(sql)
  const current = await races.selectForUpdate(lock.raceId)
  if (!current || lock.deleted) return
  const locksAt = lock.locksAt === null ? null : new Date(lock.locksAt)
  if (locksAt?.getTime() === current.race.locksAt?.getTime()) return
  const race = { ...current.race, locksAt }
  await races.update(race)
  await outbox(sql).append(raceChanged, raceState(race))
}

export const onSessionLockChanged = on(sessionLockChanged, ({ data }, sql) => projectLock(sql, data))
