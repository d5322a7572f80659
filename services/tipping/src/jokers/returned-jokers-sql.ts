import type { Database, Transaction } from '@purple-sector/database'
import { COUNTING_RACES } from '../tips/tip-races.ts'
import { JOKERS_LOCK_AT } from './joker-lock-sql.ts'

/** Jokers that were removed from a round. */
export type ReturnedJokers = { seasonId: number; season: string; weekendId: number; weekend: string; userIds: string[] }

/**
 * SQL that removes jokers and returns them by round. `condition` is an SQL condition on `jokers`. A weekend that tipping no
 * longer knows has no name.
 */
const REMOVE = (condition: string): string => `
with removed as (
  delete from jokers where ${condition} returning season_id, weekend_id, user_id
)
select removed.season_id as "seasonId", season.name as season, removed.weekend_id as "weekendId",
  coalesce(weekend.name, '') as weekend, array_agg(removed.user_id order by removed.user_id) as "userIds"
from removed join seasons season on season.id = removed.season_id
left join weekends weekend on weekend.id = removed.weekend_id
group by removed.season_id, season.name, removed.weekend_id, weekend.name
order by removed.season_id, removed.weekend_id`

const remove = async (
  sql: Transaction,
  condition: string,
  bindings: Record<string, number>,
): Promise<ReturnedJokers[]> => {
  const { rows } = await sql.raw<{ rows: ReturnedJokers[] }>(REMOVE(condition), bindings)
  return rows
}

/** Removes the jokers of a weekend. */
export const removeJokersOfWeekend = (sql: Transaction, weekendId: number): Promise<ReturnedJokers[]> =>
  remove(sql, 'weekend_id = :weekendId', { weekendId })

/** Removes the jokers of a race's weekend that were played at or after its lock; none for practice. */
export const removeLateJokers = (sql: Transaction, raceId: number): Promise<ReturnedJokers[]> =>
  remove(
    sql,
    `exists (
       select from races where race_id = :raceId and session_type <> 'practice' and not deleted
         and races.weekend_id = jokers.weekend_id and locks_at <= played_at
     )`,
    { raceId },
  )

/** Removes the jokers of a season in weekends that are no rounds of it. */
export const removeJokersOfFormerRounds = (sql: Transaction, seasonId: number): Promise<ReturnedJokers[]> =>
  remove(
    sql,
    `season_id = :seasonId and weekend_id <> all (array(select weekend_id from season_rounds where season_id = :seasonId))`,
    { seasonId },
  )

/** Removes the jokers of a deleted account that have not locked; those that have stay part of its points. */
export const removeOpenJokersOf = async (sql: Transaction, userId: string): Promise<void> => {
  await sql.raw(
    `delete from jokers where user_id = :userId
       and coalesce(${JOKERS_LOCK_AT('jokers.weekend_id')} > clock_timestamp(), true)
       and not exists (select from weekends where id = jokers.weekend_id and status = 'completed')`,
    { userId },
  )
}

/** SQL condition: a result of the `weekend` is being stored or scored, so that its leaderboard may change soon. */
export const AWAITS_RESULT = `
  exists (select from scoring_requests where weekend_id = weekend.id and state = 'pending')
  or exists (
    select from races race where race.weekend_id = weekend.id and not race.deleted
      and (race.started_by <> '{}' or exists (select from provisional_locks where race_id = race.race_id))
  )`

/**
 * SQL: completed rounds with jokers in which no counting race of the open competition has a result in force. While a
 * result is on its way, nothing is decided.
 */
export const VOID_ROUNDS = `
select weekend.id from (select now() as now) clock cross join weekends weekend
join scopes scope on scope.weekend_id = weekend.id and scope.group_id is null
where weekend.status = 'completed' and not weekend.deleted
  and exists (select from jokers where weekend_id = weekend.id)
  and not exists (
    select from ${COUNTING_RACES({ scopeId: 'scope.id', weekendId: 'weekend.id' })}
      and scored_revision is not null and scored_status <> 'cancelled'
  )
  and not (${AWAITS_RESULT})`

/** Finds the weekends of `VOID_ROUNDS`. */
export const findVoidRounds = async (sql: Database | Transaction): Promise<number[]> => {
  const { rows } = await sql.raw<{ rows: { id: number }[] }>(VOID_ROUNDS)
  return rows.map(({ id }) => id)
}

/** Removes the jokers of a season that was deleted. */
export const removeJokersOfSeason = async (sql: Transaction, seasonId: number): Promise<void> => {
  await sql('jokers').where({ season_id: seasonId }).delete()
}
