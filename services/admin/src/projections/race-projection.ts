import { weekendSubject } from '@purple-sector/contracts/event'
import { raceChanged } from '@purple-sector/contracts/weekends/events'
import type { Database, Transaction } from '@purple-sector/database'
import { isDeleted, markDeleted, on } from '@purple-sector/messaging'
import type { z } from 'zod'
import { endTiming } from '../live-timing/publish-status.ts'
import { timingSessionRepository } from '../live-timing/timing-session-repository.ts'
import { raceLockRepository } from '../locks/race-lock-repository.ts'
import { resultRepository } from '../results/result-repository.ts'
import { pendingEventRepository } from '../webhooks/pending-event-repository.ts'
import { ensureCategory } from './category-projection.ts'

export type Race = {
  id: number
  weekendId: number
  name: string
  categoryId: number
  status: RaceState['status']
  /** Planned; null while it has no time. */
  startsAt: Date | null
}

type RaceState = z.infer<typeof raceChanged.data>
type Row = Pick<Race, 'id' | 'name' | 'status'> & {
  weekend_id: number
  category_id: number
  starts_at: Date | null
  session_type: RaceState['sessionType'] | null
  race_number: number | null
}

const raceOf = ({ id, name, status, weekend_id, category_id, starts_at }: Row): Race => ({
  id,
  name,
  status,
  weekendId: weekend_id,
  categoryId: category_id,
  startsAt: starts_at,
})
const rowOf = (race: RaceState): Row => ({
  id: race.id,
  weekend_id: race.weekendId,
  name: race.name,
  category_id: race.categoryId,
  status: race.status,
  starts_at: race.startTime === null ? null : new Date(race.startTime),
  session_type: race.sessionType,
  race_number: race.raceNumber,
})

export const findRace = async (sql: Database | Transaction, id: number): Promise<Race | undefined> => {
  const row = await sql<Row>('races').where({ id }).first()
  return row && raceOf(row)
}

/** Locks the race row until the transaction ends, so that revisions are numbered in order. */
export const selectRaceForUpdate = async (sql: Transaction, id: number): Promise<Race | undefined> => {
  const row = await sql<Row>('races').where({ id }).forUpdate().first()
  return row && raceOf(row)
}

/** Projects a race's state. A race is deleted only without a result, or with a withdrawn one (docs/rules.md, Races). */
export const projectRace = async (sql: Transaction, race: RaceState): Promise<void> => {
  if (await isDeleted(sql, weekendSubject(race.weekendId))) return
  if (!race.deleted) {
    await ensureCategory(sql, race.categoryId, race.category)
    await sql<Row>('races').insert(rowOf(race)).onConflict('id').merge()
    if (race.status === 'completed') await endTiming(sql, race.id)
    return
  }
  await markDeleted(sql, raceChanged.subject(race))
  await resultRepository(sql).removeAll(race.id)
  await raceLockRepository(sql).remove(race.id)
  await pendingEventRepository(sql).removeLock(race.id)
  await endTiming(sql, race.id)
  await timingSessionRepository(sql).remove(race.id)
  await sql('races').where({ id: race.id }).delete()
}

export const onRaceChanged = (removeTiming: (raceId: number) => Promise<void>) =>
  on(raceChanged, async ({ data }, sql) => {
    await projectRace(sql, data)
    return data.deleted ? () => removeTiming(data.id) : undefined
  })
