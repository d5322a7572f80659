import type { MyStats } from '@purple-sector/contracts/tipping/http'
import type { Database, Transaction } from '@purple-sector/database'
import type { Caller } from '@purple-sector/service-kit'
import { boardReadModel } from './board-read-model.ts'

const FORM_LENGTH = 5

/**
 * The points of a user's tips in the scored races of the open competition, in order of locking; leaves out races
 * without a tip.
 */
const TIP_POINTS = `
select coalesce(award.points, 0) as points
from races race
join scopes scope on scope.weekend_id = race.weekend_id and scope.group_id is null
cross join lateral (
  select selected_race_ids from scope_rules where scope_id = scope.id and in_force_from <= race.locks_at
  order by in_force_from desc limit 1
) rules
join tips tip on tip.scope_id = scope.id and tip.user_id = :userId and tip.category_id = race.category_id
left join awards award on award.race_id = race.race_id and award.scope_id = scope.id
  and award.user_id = tip.user_id and award.to_revision is null
where race.weekend_id = :weekendId and race.session_type <> 'practice' and not race.deleted
  and race.scored_status <> 'cancelled'
  and (rules.selected_race_ids = '{}' or race.race_id = any(rules.selected_race_ids))
  and exists (select from tip_revisions where tip_id = tip.id and submitted_at < race.locks_at)
order by race.locks_at, race.race_id`

/** Percent with one decimal; 0 without a scored race. */
export const successRate = (points: readonly number[]): number => {
  const hits = points.filter((tipPoints) => tipPoints > 0).length
  return points.length === 0 ? 0 : Math.round((hits / points.length) * 1000) / 10
}

/** Reads the success rate and recent points of a user's tips in the scored races of the open competition. */
export const readForm = async (
  sql: Database | Transaction,
  userId: string,
  weekendId: number,
): Promise<Pick<MyStats, 'successRate' | 'recentForm'>> => {
  const { rows } = await sql.raw<{ rows: { points: number }[] }>(TIP_POINTS, { userId, weekendId })
  const points = rows.map((row) => row.points)
  return { successRate: successRate(points), recentForm: points.slice(-FORM_LENGTH) }
}

/** Reads the statistics of a user in the open competition of a weekend (docs/rules.md, Standings). */
export const myStats =
  ({ database }: { database: Database }) =>
  async ({ userId }: Caller, weekendId: number): Promise<MyStats> => {
    const boards = boardReadModel(database)
    const board = await boards.findOpen(weekendId)
    const ownEntry = board === undefined ? null : (await boards.head(board, userId)).ownEntry
    if (ownEntry === null) return { position: null, totalPoints: 0, tipsSubmitted: 0, successRate: 0, recentForm: [] }
    const { position, totalPoints, tipsSubmitted } = ownEntry
    return { position, totalPoints: totalPoints ?? 0, tipsSubmitted, ...(await readForm(database, userId, weekendId)) }
  }
