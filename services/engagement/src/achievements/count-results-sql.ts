import type { Database, Transaction } from '@purple-sector/database'
import { COUNT, RESULT_SOURCE } from './counter-sql.ts'
import { grantReached, type UserQuery } from './grant-achievements-sql.ts'
import { lockWeekendStatistics } from './lock-weekend-statistics.ts'
import { COUNTING_RACES } from './record-tip-timing-sql.ts'

type Part = { id: number; weekendId: number; raceId: number; isCounted: boolean }

/** Queues a part of what a result changed in the open competition. */
export const queueResult = async (
  sql: Transaction,
  { changed, ...part }: { weekendId: number; raceId: number; version: number; changed: unknown; isLast: boolean },
): Promise<void> => {
  await sql.raw(
    `insert into pending_results (weekend_id, race_id, version, changed, is_last)
     values (:weekendId, :raceId, :version, :changed, :isLast)`,
    { ...part, changed: JSON.stringify(changed) },
  )
}

/**
 * SQL: locks the first part of a weekend whose board version has arrived completely.
 *
 * Other processes skip later parts of the same weekend, so that each weekend is processed in order.
 */
const LOCK_NEXT_PART = `
select id::integer as id, weekend_id as "weekendId", race_id as "raceId", is_counted as "isCounted"
from pending_results part
where not exists (
    select from pending_results earlier where earlier.weekend_id = part.weekend_id and earlier.id < part.id
  ) and exists (
    select from pending_results last where last.weekend_id = part.weekend_id and last.version >= part.version
      and last.is_last
  )
order by id limit 1
for update skip locked`

const CHANGED_ROWS = `
  select changed_row.* from pending_results part
  cross join lateral json_to_recordset(part.changed)
    as changed_row ("userId" text, "totalPoints" integer, firsts integer, seconds integer, thirds integer)
  where part.id = :id and not exists (
    select from deleted_subjects where subject in ('user/' || changed_row."userId", 'weekend/' || part.weekend_id)
  )`

/**
 * SQL: derives each user's place in the race as the total of the board minus the places in the other races.
 *
 * So a result, a correction and a withdrawal take the same path, and a redelivered event changes nothing.
 */
const SAVE_PLACES = `
with changed_rows as materialized (${CHANGED_ROWS}
), placed as materialized (
  select changed_rows."userId" as user_id, existing.row as existing, case
    when changed_rows.firsts > others.firsts then 1
    when changed_rows.seconds > others.seconds then 2
    when changed_rows.thirds > others.thirds then 3 end as place
    from changed_rows
  cross join lateral (
    select count(*) filter (where place = 1) as firsts, count(*) filter (where place = 2) as seconds,
      count(*) filter (where place = 3) as thirds
    from placings where weekend_id = :weekendId and user_id = changed_rows."userId" and race_id <> :raceId
  ) others
  left join lateral (
    select ctid as row from placings
    where weekend_id = :weekendId and user_id = changed_rows."userId" and race_id = :raceId offset 0
    ) existing on true
), gone as (
  delete from placings where ctid = any(array(select existing from placed where place is null and existing is not null))
)
insert into placings as known (weekend_id, user_id, race_id, place)
select :weekendId::integer, user_id, :raceId::integer, place from placed where place is not null order by user_id
on conflict (weekend_id, user_id, race_id) do update set place = excluded.place where known.place <> excluded.place`

/**
 * SQL: updates the totals of users and their longest run of winners.
 *
 * A run counts the races with a result for which the user had a tip, in the order of their deadlines. Users with fewer than two
 * winners need no search.
 */
const SAVE_STATISTICS = `
with changed_rows as materialized (${CHANGED_ROWS}
), raced as (
  select tip.user_id, placed.place = 1 as is_winner,
    row_number() over (partition by tip.user_id order by coalesce(race.deadline, race.starts_at), race.id) as number
  from tip_timings tip
  join (${COUNTING_RACES(':weekendId')}) race on race.category_id = tip.category_id
    and tip.first_at < coalesce(race.deadline, 'infinity')
  join results on results.race_id = race.id and results.status <> 'cancelled'
  left join placings placed on placed.weekend_id = tip.weekend_id and placed.user_id = tip.user_id
    and placed.race_id = race.id
  where tip.weekend_id = :weekendId and tip.group_id is null
    and tip.user_id in (select "userId" from changed_rows where firsts > 1)
), won as (
  select user_id, number - row_number() over (partition by user_id order by number) as run from raced where is_winner
), best as (
  select user_id, max(length)::integer as length
  from (select user_id, count(*) as length from won group by user_id, run) runs group by user_id
)
insert into fan_weekends as fan (weekend_id, user_id, points, firsts, seconds, thirds, best_run)
select :weekendId::integer, changed_rows."userId", changed_rows."totalPoints", changed_rows.firsts, changed_rows.seconds, changed_rows.thirds,
  coalesce(best.length, least(changed_rows.firsts, 1))
from changed_rows left join best on best.user_id = changed_rows."userId"
order by changed_rows."userId"
on conflict (weekend_id, user_id) do update set points = excluded.points, firsts = excluded.firsts,
  seconds = excluded.seconds, thirds = excluded.thirds, best_run = excluded.best_run`

/** SQL: notes that a result changed the engagement board, for users with a spoiler delay. */
const MARK_BOARD_CHANGED = `
insert into engagement_boards (weekend_id, version, refreshed_at, racing_changed_at)
values (:weekendId, 0, '-infinity', clock_timestamp())
on conflict (weekend_id) do update set racing_changed_at = excluded.racing_changed_at`

/** Notes that a result changed the engagement board. */
export const markBoardChanged = async (sql: Transaction, weekendId: number): Promise<void> => {
  await sql.raw(MARK_BOARD_CHANGED, { weekendId })
}

const usersOfPart = ({ id }: Part): UserQuery => ({
  select: `select "userId" as user_id from (${CHANGED_ROWS}) changed_rows`,
  bindings: { id },
})

/**
 * Counts the next part of a result, or grants what a counted part has reached; returns false if there is none.
 *
 * Grants have a transaction of their own, so that concurrent activities do not wait for many of them.
 */
const processNextPart = async (sql: Transaction): Promise<boolean> => {
  const { rows } = await sql.raw<{ rows: Part[] }>(LOCK_NEXT_PART)
  const [part] = rows
  if (!part) return false
  const { id, weekendId, raceId } = part
  const users = usersOfPart(part)
  if (part.isCounted) {
    const granted = await grantReached(sql, users, weekendId, RESULT_SOURCE.counters)
    if (granted.length > 0) await markBoardChanged(sql, weekendId)
    await sql('pending_results').where({ id }).delete()
    return true
  }
  await lockWeekendStatistics(sql, weekendId)
  await sql.raw('set local jit = off')
  await sql.raw(SAVE_PLACES, { id, weekendId, raceId })
  await sql.raw(SAVE_STATISTICS, { id, weekendId })
  await sql.raw(COUNT(RESULT_SOURCE, users.select), users.bindings)
  await sql('pending_results').where({ id }).update({ is_counted: true })
  return true
}

/** Counts all pending results and grants the achievements they unlock. */
export const countResults = async (database: Database): Promise<void> => {
  while (await database.transaction(processNextPart));
}
