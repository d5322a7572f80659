import { seasonSubject } from '@purple-sector/contracts/event'
import { seasonChanged } from '@purple-sector/contracts/weekends/events'
import { lockSubject, type Transaction } from '@purple-sector/database'
import { on } from '@purple-sector/messaging'
import type { z } from 'zod'
import { returnJokersOfFormerRounds } from '../jokers/return-jokers.ts'
import { removeJokersOfSeason } from '../jokers/returned-jokers-sql.ts'
import { announceWinners } from '../season-announcements/season-announcements-sql.ts'
import { markSeasonForRefresh } from './seasons-to-refresh-sql.ts'

export type SeasonData = z.infer<typeof seasonChanged.data>

const save = async (sql: Transaction, { weekends, ...season }: SeasonData): Promise<void> => {
  const row = {
    id: season.id,
    name: season.name,
    year: season.year,
    status: season.status,
    count_best: season.countBest,
    missed_weekend: season.missedWeekend,
    jokers: season.jokers,
    version: season.version,
    created_at: season.createdAt,
    completed_at: season.completedAt,
  }
  const stored = await sql('seasons').where({ id: season.id }).first('status')
  await sql('seasons').insert(row).onConflict('id').merge()
  if (stored && stored.status !== 'completed' && season.status === 'completed') await announceWinners(sql, season.id)
  await sql('season_rounds').where({ season_id: season.id }).delete()
  if (weekends.length === 0) return
  await sql('season_rounds').insert(
    weekends.map(({ weekendId, round, multiplier }) => ({
      season_id: season.id,
      weekend_id: weekendId,
      round,
      multiplier,
    })),
  )
}

/**
 * Applies the state of a season with all its rounds, and marks its leaderboards for a refresh. Waits for jokers that are
 * being played; those of former rounds come back to their fans.
 */
export const projectSeason = async (sql: Transaction, season: SeasonData): Promise<void> => {
  await lockSubject(sql, 'exclusive', seasonSubject(season.id))
  if (season.deleted) {
    await sql('seasons').where({ id: season.id }).delete()
    await sql('season_completions').where({ season_id: season.id }).delete()
    await removeJokersOfSeason(sql, season.id)
  } else await save(sql, season)
  await markSeasonForRefresh(sql, season.id)
  await returnJokersOfFormerRounds(sql, season.id)
}

export const onSeasonChanged = on(seasonChanged, ({ data }, sql) => projectSeason(sql, data))
