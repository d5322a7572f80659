import { seasonSubject } from '@purple-sector/contracts/event'
import { seasonChanged } from '@purple-sector/contracts/weekends/events'
import { type Database, lockSubject, type Transaction, table } from '@purple-sector/database'
import { isDeleted, lockAndCheckDeleted, markDeleted, on } from '@purple-sector/messaging'
import { notReplicatedYet } from '@purple-sector/service-kit/calls/retry-until-replicated'
import { conflict } from '@purple-sector/service-kit/errors'
import type { z } from 'zod'
import { pendingSeasonRemovals } from '../season-groups/pending-season-removal-repository.ts'

type SeasonState = z.infer<typeof seasonChanged.data>
type Row = { id: number; count_best: number | null; missed_weekend: SeasonState['missedWeekend'] }

/** A season, as far as groups need it. */
export type Season = Pick<SeasonState, 'id' | 'countBest' | 'missedWeekend'>

const seasons = table<Row>('seasons')

/** The error for a weekend without a season; retryable, because its season may not be replicated yet. */
export const noSeason = () =>
  notReplicatedYet(conflict('NO_SEASON', 'This weekend isn’t part of a season, so the group can’t continue with it.'))

const seasonIdOf = async (sql: Database | Transaction, weekendId: number): Promise<number | null> => {
  const row = await sql<{ id: number; season_id: number | null }>('weekends')
    .where({ id: weekendId })
    .first('season_id')
  return row?.season_id ?? null
}

/** Locks a season until the transaction ends: its rounds do not change, and are not deleted. */
export const lockRoundsOf = (sql: Transaction, seasonId: number): Promise<void> =>
  lockSubject(sql, 'shared', seasonSubject(seasonId))

/**
 * Returns the season of a weekend, locked like `lockRoundsOf`. Throws 409 for a weekend without a season. Lock the
 * weekend afterwards.
 */
export const lockSeasonOf = async (sql: Transaction, weekendId: number): Promise<Season> => {
  const id = await seasonIdOf(sql, weekendId)
  if (id === null) throw noSeason()
  const { isDeleted: isOver } = await lockAndCheckDeleted(sql, 'shared', seasonSubject(id))
  const row = await seasons(sql).where({ id }).first()
  if (isOver || !row || (await seasonIdOf(sql, weekendId)) !== id) throw noSeason()
  return { id, countBest: row.count_best, missedWeekend: row.missed_weekend }
}

/** Waits until groups that open rounds of these seasons have done so, and excludes others until the transaction ends. */
export const lockToChangeRounds = (sql: Transaction, ...seasonIds: (number | null)[]): Promise<void> => {
  const subjects = seasonIds.flatMap((id) => (id === null ? [] : [seasonSubject(id)]))
  return lockSubject(sql, 'exclusive', ...subjects)
}

/**
 * Notes a change of a weekend that may open it for season groups, change what they select, or make it current; a task
 * follows it (`follow-weekends.ts`).
 */
export const noteChange = async (sql: Transaction, weekendId: number): Promise<void> => {
  await lockToChangeRounds(sql, await seasonIdOf(sql, weekendId))
  await sql('weekends').where({ id: weekendId }).increment('changes')
}

/** Projects a season; a task ends the season of its groups when it is deleted. */
export const onSeasonChanged = on(seasonChanged, async ({ data: season, subject }, sql) => {
  const { id, countBest: count_best, missedWeekend: missed_weekend } = season
  if (await isDeleted(sql, subject)) return
  if (!season.deleted) {
    await seasons(sql).insert({ id, count_best, missed_weekend }).onConflict('id').merge()
    return
  }
  await markDeleted(sql, subject)
  await seasons(sql).where({ id }).delete()
  await pendingSeasonRemovals(sql).add(id)
})
