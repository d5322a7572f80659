import type { WeekendFigures } from '@purple-sector/contracts/tipping/http'
import type { Database } from '@purple-sector/database'
import { BOARD_COLUMNS, POSITION, STANDING_JOINS } from '../leaderboards/leaderboard-sql.ts'

/** A scored race for which the user had a tip in the open competition, and the points of that tip. */
export type ScoredTip = {
  weekendId: number
  categoryId: number
  category: string
  place: number | null
  points: number
  /** Whether the car in force at the lock was a change of the first submission. */
  isChanged: boolean
}
/** A tipped weekend, without the statistics that follow from its scored tips. */
export type TippedWeekend = Omit<WeekendFigures, 'correctTips' | 'totalTips' | 'accuracy'>

/** By the rules in force when a race locked, as `successRate` counts them (docs/rules.md, Standings). */
const SCORED = `
select tip.weekend_id as "weekendId", race.category_id as "categoryId", category.name as category, award.place,
  coalesce(award.points, 0) as points, in_force.revisions > 1 as "isChanged"
from tips tip
join scopes scope on scope.id = tip.scope_id and scope.group_id is null and not scope.deleted
join races race on race.weekend_id = tip.weekend_id and race.category_id = tip.category_id
  and race.session_type <> 'practice' and not race.deleted and race.scored_status <> 'cancelled'
join categories category on category.id = race.category_id
cross join lateral (
  select selected_race_ids from scope_rules where scope_id = scope.id and in_force_from <= race.locks_at
  order by in_force_from desc limit 1
) rules
cross join lateral (
  select count(*) as revisions from tip_revisions where tip_id = tip.id and submitted_at < race.locks_at
) in_force
left join awards award on award.race_id = race.race_id and award.scope_id = scope.id
  and award.user_id = tip.user_id and award.to_revision is null
where tip.user_id = :userId and in_force.revisions > 0
  and (rules.selected_race_ids = '{}' or race.race_id = any(rules.selected_race_ids))
order by race.locks_at, race.race_id`

const WEEKENDS = `
with boards as materialized (
  select ${BOARD_COLUMNS} from scopes s
  where s.group_id is null and not s.deleted and s.weekend_id in (select weekend_id from tips where user_id = :userId)
)
select b.weekend_id as "weekendId", weekend.name, to_char(weekend.start_date, 'YYYY-MM-DD') as "startDate",
  to_char(weekend.end_date, 'YYYY-MM-DD') as "endDate", weekend.status, s.total as points, ${POSITION} as rank,
  b.participants + (
    select count(*)::integer from standings newcomer where newcomer.scope_id = b.scope_id and newcomer.since_version is null
  ) as participants
from boards b
join weekends weekend on weekend.id = b.weekend_id and not weekend.deleted
join standings s on s.scope_id = b.scope_id and s.user_id = :userId
${STANDING_JOINS('standing_ranks')}
order by weekend.start_date desc nulls last, b.weekend_id desc`

/** Reads the weekends that a user has tipped, latest first, and their scored tips, oldest first. */
export const readStatistics = (
  database: Database,
  userId: string,
): Promise<{ weekends: TippedWeekend[]; tips: ScoredTip[] }> =>
  // One snapshot, so that no result is in the tips and not in the totals.
  database.transaction(
    async (sql) => {
      const weekends = await sql.raw<{ rows: TippedWeekend[] }>(WEEKENDS, { userId })
      const tips = await sql.raw<{ rows: ScoredTip[] }>(SCORED, { userId })
      return { weekends: weekends.rows, tips: tips.rows }
    },
    { isolationLevel: 'repeatable read', readOnly: true },
  )
