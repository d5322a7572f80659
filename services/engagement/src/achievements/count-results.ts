import type { Database, Transaction } from '@purple-sector/database'
import { COUNT, RACED } from './counters.ts'
import { type Fans, grantReached } from './grant.ts'
import { holdFigures } from './hold-figures.ts'
import { COUNTING_RACES } from './judge-tip.ts'

type Part = { id: number; weekendId: number; raceId: number; isCounted: boolean }

/** The first of a weekend whose result has been told to its end; whoever has it, nobody else takes another of it. */
const NEXT = `
select id::integer as id, weekend_id as "weekendId", race_id as "raceId", is_counted as "isCounted"
from results_to_count part
where not exists (
    select from results_to_count earlier where earlier.weekend_id = part.weekend_id and earlier.id < part.id
  ) and exists (
    select from results_to_count last where last.weekend_id = part.weekend_id and last.version >= part.version
      and last.is_last
  )
order by id limit 1
for update skip locked`

const TOLD = `
  select told.* from results_to_count part
  cross join lateral json_to_recordset(part.changed)
    as told ("userId" text, "totalPoints" integer, firsts integer, seconds integer, thirds integer)
  where part.id = :id and not exists (
    select from deleted_subjects where subject in ('user/' || told."userId", 'weekend/' || part.weekend_id)
  )`

/**
 * The place that a fan has in the race is what they have altogether without what they have in the others: so a result, a
 * correction of it and a withdrawal are all the same, and the same told again changes nothing.
 */
const PLACE = `
with told as materialized (${TOLD}
), placed as materialized (
  select told."userId" as user_id, held.row as held, case
    when told.firsts > others.firsts then 1
    when told.seconds > others.seconds then 2
    when told.thirds > others.thirds then 3 end as place
  from told
  cross join lateral (
    select count(*) filter (where place = 1) as firsts, count(*) filter (where place = 2) as seconds,
      count(*) filter (where place = 3) as thirds
    from placings where weekend_id = :weekendId and user_id = told."userId" and race_id <> :raceId
  ) others
  left join lateral (
    select ctid as row from placings
    where weekend_id = :weekendId and user_id = told."userId" and race_id = :raceId offset 0
  ) held on true
), gone as (
  delete from placings where ctid = any(array(select held from placed where place is null and held is not null))
)
insert into placings as known (weekend_id, user_id, race_id, place)
select :weekendId::integer, user_id, :raceId::integer, place from placed where place is not null order by user_id
on conflict (weekend_id, user_id, race_id) do update set place = excluded.place where known.place <> excluded.place`

/**
 * The longest run of winners: of the races with a result, in the order in which they locked, those for which the fan had
 * a tip. Who has picked fewer than two has none to look for.
 */
const FIGURES = `
with told as materialized (${TOLD}
), raced as (
  select tip.user_id, placed.place = 1 as is_winner,
    row_number() over (partition by tip.user_id order by coalesce(race.deadline, race.starts_at), race.id) as number
  from judged_tips tip
  join (${COUNTING_RACES(':weekendId')}) race on race.category_id = tip.category_id
    and tip.first_at < coalesce(race.deadline, 'infinity')
  join results on results.race_id = race.id and results.status <> 'cancelled'
  left join placings placed on placed.weekend_id = tip.weekend_id and placed.user_id = tip.user_id
    and placed.race_id = race.id
  where tip.weekend_id = :weekendId and tip.group_id is null
    and tip.user_id in (select "userId" from told where firsts > 1)
), won as (
  select user_id, number - row_number() over (partition by user_id order by number) as run from raced where is_winner
), best as (
  select user_id, max(length)::integer as length
  from (select user_id, count(*) as length from won group by user_id, run) runs group by user_id
)
insert into fan_weekends as fan (weekend_id, user_id, points, firsts, seconds, thirds, best_run)
select :weekendId::integer, told."userId", told."totalPoints", told.firsts, told.seconds, told.thirds,
  coalesce(best.length, least(told.firsts, 1))
from told left join best on best.user_id = told."userId"
order by told."userId"
on conflict (weekend_id, user_id) do update set points = excluded.points, firsts = excluded.firsts,
  seconds = excluded.seconds, thirds = excluded.thirds, best_run = excluded.best_run`

/** What a result has unlocked brings points: whoever reads the board later than others is told of them later. */
const RACED_ON_BOARD = `
insert into engagement_boards (weekend_id, version, refreshed_at, racing_changed_at)
values (:weekendId, 0, '-infinity', clock_timestamp())
on conflict (weekend_id) do update set racing_changed_at = excluded.racing_changed_at`

const fansOf = ({ id }: Part): Fans => ({ select: `select "userId" as user_id from (${TOLD}) told`, bindings: { id } })

/** Counted first, granted in a transaction after it: nobody who does something meanwhile waits for many grants. */
const takePart = async (sql: Transaction): Promise<boolean> => {
  const { rows } = await sql.raw<{ rows: Part[] }>(NEXT)
  const [part] = rows
  if (!part) return false
  const { id, weekendId, raceId } = part
  const fans = fansOf(part)
  if (part.isCounted) {
    const granted = await grantReached(sql, fans, weekendId, RACED.counters)
    if (granted.length > 0) await sql.raw(RACED_ON_BOARD, { weekendId })
    await sql('results_to_count').where({ id }).delete()
    return true
  }
  await holdFigures(sql, weekendId)
  await sql.raw('set local jit = off')
  await sql.raw(PLACE, { id, weekendId, raceId })
  await sql.raw(FIGURES, { id, weekendId })
  await sql.raw(COUNT(RACED, fans.select), fans.bindings)
  await sql('results_to_count').where({ id }).update({ is_counted: true })
  return true
}

/** Counts what results did to fans, and grants what is reached by it, until nothing is left. */
export const countResults = async (database: Database): Promise<void> => {
  while (await database.transaction(takePart));
}
