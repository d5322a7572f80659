import { decideLock, isLocked, type RaceLock } from '@purple-sector/contracts/race-lock'
import { raceChanged } from '@purple-sector/contracts/weekends/events'
import type { Transaction } from '@purple-sector/database'
import { on } from '@purple-sector/messaging'
import type { z } from 'zod'
import { autoTipRepository } from '../auto-tips/auto-tip-repository.ts'
import { selectWeekendForUpdate } from '../board-publishing/publish-leaderboards.ts'
import { removeTipsWithoutRace } from '../deletion/remove-tips-without-race.ts'
import { keepJokerLock } from '../jokers/joker-lock-sql.ts'
import { lockRepository } from '../locks/lock-repository.ts'
import { provisionalLockRepository } from '../locks/provisional-lock-repository.ts'
import { raceStartRepository } from '../locks/race-start-repository.ts'
import { ensureCategory } from './category-projection.ts'
import { isWeekendDeleted } from './weekend-projection.ts'

export type RaceData = z.infer<typeof raceChanged.data>

const rowOf = (race: RaceData) => ({
  race_id: race.id,
  weekend_id: race.weekendId,
  name: race.name,
  category_id: race.categoryId,
  session_type: race.sessionType,
  status: race.status,
  starts_at: race.startTime,
  completed_at: race.completedAt,
  points_first: race.pointsAwarded.first,
  points_second: race.pointsAwarded.second,
  points_third: race.pointsAwarded.third,
  reopened: race.reopened,
  deleted: race.deleted,
})

/** The columns that decide which tips count for a race. */
const TIP_COLUMNS = ['weekend_id', 'category_id', 'session_type', 'reopened', 'deleted']
const tipColumnsOf = (row: 'races' | 'excluded'): string => TIP_COLUMNS.map((column) => `${row}.${column}`).join(', ')

/**
 * Stores the race and keeps tipping's own decisions about it: its lock and scored revision. If other tips may count,
 * the next result finds all awards again, even if the former tips count again by then.
 */
const save = async (sql: Transaction, race: RaceData): Promise<void> => {
  const awards_key = sql.raw(
    `case when (${tipColumnsOf('races')}) = (${tipColumnsOf('excluded')}) then races.awards_key end`,
  )
  await sql('races')
    .insert(rowOf(race))
    .onConflict('race_id')
    .merge({ ...rowOf(race), awards_key })
}

/**
 * Marks a race that has started, by its time or its status, for good, even if the time or the status changes later:
 * groups that lock tips after the first event rely on it. A reopening clears the mark.
 */
const markStarted = async (sql: Transaction, race: RaceData, stored: RaceLock, now: Date): Promise<void> => {
  if (race.reopened > stored.reopened) await raceStartRepository(sql).clear(race.id)
  else
    await sql('races')
      .where({ race_id: race.id, has_started: false })
      .whereRaw(`(status <> 'upcoming' or starts_at <= ?)`, [now])
      .update({ has_started: true })
}

/**
 * Whether the state is already stored: weekends publishes a race again after its lock or result changes, and no tip
 * should wait for that.
 */
const isAlreadyStored = async (sql: Transaction, race: RaceData): Promise<boolean> =>
  (await sql('races').where(rowOf(race)).first('race_id')) !== undefined

/**
 * Stores the race and decides when it locks, under the weekend's exclusive lock and by this database's clock (ADR 4).
 */
const applyRace = async (sql: Transaction, race: RaceData, now: Date): Promise<void> => {
  const locks = lockRepository(sql)
  const stored = await locks.find(race.id)
  // A reopening ends what closed the race before, also an attempt that is not finalized. A write that is stored
  // afterwards closes the race by its own event.
  if (stored && race.reopened > stored.reopened) {
    await provisionalLockRepository(sql).confirm(race.id)
    await locks.setClosedAt(race.id, null)
  }
  const provisional = await provisionalLockRepository(sql).find(race.id)
  const isReopened = stored !== undefined && race.reopened > stored.reopened
  if (race.deleted || isReopened) await keepJokerLock(sql, { raceId: race.id, now, isReopened })
  if (stored) await markStarted(sql, race, stored, now)
  await save(sql, race)
  if (race.deleted) {
    if (stored)
      await locks.publish({ raceId: race.id, weekendId: race.weekendId, locksAt: stored.locksAt, deleted: true })
    return
  }
  const startTime = race.startTime === null ? null : new Date(race.startTime)
  const state = { startTime, status: race.status, reopened: race.reopened }
  const decidedLock = decideLock(
    stored && provisional ? { ...stored, locksAt: provisional.fallback } : stored,
    state,
    now,
  )
  if (stored && provisional) {
    // Closed for a write that may never be stored: the lock by this state applies once that is decided. If the state
    // itself closes the race, the lock is final whatever the outcome of the attempt.
    if (isLocked({ locksAt: decidedLock }, now)) await provisionalLockRepository(sql).confirm(race.id)
    else await provisionalLockRepository(sql).move(race.id, decidedLock)
  }
  const locksAt = stored && provisional ? stored.locksAt : decidedLock
  const isLockChanged = !stored || stored.locksAt?.getTime() !== locksAt?.getTime() || stored.reopened !== race.reopened
  if (isLockChanged) await locks.save(race.id, race.weekendId, locksAt)
}

/**
 * Applies the state of a race. Idempotent. Removing the last race of a category also removes its tips (docs/rules.md,
 * Races), because they could count for nothing.
 */
export const projectRace = async (sql: Transaction, race: RaceData): Promise<void> => {
  if (await isAlreadyStored(sql, race)) return
  if (race.deleted) await selectWeekendForUpdate(sql, race.weekendId, race.id)
  const now = await lockRepository(sql).lockWeekend(race.weekendId, race.id)
  if (await isWeekendDeleted(sql, race.weekendId)) return
  await ensureCategory(sql, race.categoryId, race.category)
  await applyRace(sql, race, now)
  await autoTipRepository(sql).retryCategory(race)
  if (race.deleted) await removeTipsWithoutRace(sql, race)
}

export const onRaceChanged = on(raceChanged, ({ data }, sql) => projectRace(sql, data))
