import type { WeekendSummary } from '@purple-sector/contracts/tipping/internal'
import type { Database, Transaction } from '@purple-sector/database'
import { type Board, boardReadModel } from './board-read-model.ts'

const TOP = 10

/** Points of all fans in each scored race; 0 for a race in which no fan earned points. */
const RACES = `
select race.race_id as "raceId", coalesce(sum(award.points), 0)::integer as points, count(award.user_id)::integer as earners
from races race
left join awards award on award.race_id = race.race_id and award.scope_id = :scopeId and award.to_revision is null
where race.weekend_id = :weekendId and not race.deleted and race.session_type <> 'practice'
  and race.scored_revision is not null and race.scored_status <> 'cancelled'
group by race.race_id order by race.race_id`

const CATEGORIES = `
select category_id as "categoryId", count(*)::integer as racers from tips
where scope_id = :scopeId group by category_id order by category_id`

const summaryOf = async (sql: Transaction, board: Board, weekendId: number): Promise<WeekendSummary> => {
  const { total: participants, entries: top } = await boardReadModel(sql).page(board, { limit: TOP, offset: 0 })
  const params = { scopeId: board.scopeId, weekendId }
  const { rows: races } = await sql.raw<{ rows: WeekendSummary['races'] }>(RACES, params)
  const { rows: categories } = await sql.raw<{ rows: WeekendSummary['categories'] }>(CATEGORIES, params)
  const tips = categories.reduce((sum, { racers }) => sum + racers, 0)
  return { participants, tips, top, races, categories }
}

/**
 * Summarizes the open competition of a weekend, from one snapshot. Counts and points only: no single tip can be
 * inferred.
 */
export const summariseWeekend =
  ({ database }: { database: Database }) =>
  (weekendId: number): Promise<WeekendSummary> =>
    database.transaction(
      async (sql) => {
        const board = await boardReadModel(sql).findOpen(weekendId)
        return board
          ? summaryOf(sql, board, weekendId)
          : { participants: 0, tips: 0, top: [], races: [], categories: [] }
      },
      { isolationLevel: 'repeatable read', readOnly: true },
    )
