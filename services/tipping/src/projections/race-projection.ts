import type { raceChanged } from '@purple-sector/contracts/weekends/events'
import type { Transaction } from '@purple-sector/database'
import type { z } from 'zod'
import { lockRepository } from '../locks/lock-repository.ts'
import { provisionalLocks } from '../locks/provisional-locks.ts'
import { decideLock } from '../locks/race-lock.ts'

export type RaceData = z.infer<typeof raceChanged.data>

/** What tipping decided about the race (its lock, what was scored) stays as it is. */
const save = async (sql: Transaction, race: RaceData): Promise<void> => {
  const row = {
    race_id: race.id,
    weekend_id: race.weekendId,
    name: race.name,
    category: race.category,
    session_type: race.sessionType,
    status: race.status,
    starts_at: race.startTime,
    points_first: race.pointsAwarded.first,
    points_second: race.pointsAwarded.second,
    points_third: race.pointsAwarded.third,
    reopened: race.reopened,
    deleted: race.deleted,
  }
  await sql('sessions').insert(row).onConflict('race_id').merge()
}

/**
 * Takes over what weekends says of a race and settles when it locks, under the weekend's exclusive lock and by this
 * database's clock (architecture, Tips, locks, scoring). The same state again changes nothing.
 */
export const projectRace = async (sql: Transaction, race: RaceData): Promise<void> => {
  const locks = lockRepository(sql)
  const now = await locks.hold(race.weekendId, race.id)
  const known = await locks.find(race.id)
  const provisional = await provisionalLocks(sql).find(race.id)
  await save(sql, race)
  if (race.deleted) {
    if (known)
      await locks.announce({ raceId: race.id, weekendId: race.weekendId, locksAt: known.locksAt, deleted: true })
    return
  }
  const startTime = race.startTime === null ? null : new Date(race.startTime)
  const state = { startTime, status: race.status, reopened: race.reopened }
  const decided = decideLock(known && provisional ? { ...known, locksAt: provisional.otherwise } : known, state, now)
  // Closed for a result that may never be stored: what this state says of the lock counts once that is known.
  if (known && provisional) await provisionalLocks(sql).move(race.id, decided)
  const locksAt = known && provisional ? known.locksAt : decided
  const isNews = !known || known.locksAt?.getTime() !== locksAt?.getTime() || known.reopened !== race.reopened
  if (isNews) await locks.save(race.id, race.weekendId, locksAt)
}
