const CLASS = `case
  when w.status = 'live' then 0
  when w.status <> 'completed' and w.is_active and w.end_date >= (clock_timestamp() at time zone w.time_zone)::date then 1
  when w.status = 'completed' then 2
  else 3 end`

/**
 * SQL: orders the weekends `w` of a group, its leaderboards `gw`, so that the current one is first (docs/rules.md,
 * Season groups): the live one; else, of those not completed, the announced one that runs today or starts next; else
 * the completed one that ended last; else the one opened last.
 */
const CURRENT_FIRST = `${CLASS},
  case when ${CLASS} < 2 then w.start_date end, case when ${CLASS} < 2 then w.round end,
  case when ${CLASS} = 2 then w.end_date end desc nulls last, gw.opened desc`

/** SQL: the current weekend of the group `g`; null if it has none. */
export const CURRENT_WEEKEND = `(
  select w.id from group_weekends gw join weekends w on w.id = gw.weekend_id where gw.group_id = g.id
  order by ${CURRENT_FIRST} limit 1)`

/**
 * SQL: the rounds `w` in which the season group `g` takes part from now on: announced, and later than its first weekend,
 * which may be deleted or out of the season by now.
 */
export const LATER_ROUNDS = `
weekends w left join weekends first on first.id = g.first_weekend_id
where w.season_id = g.season_id and w.is_active
  and (w.start_date, w.round) > (coalesce(first.start_date, g.first_start_date), coalesce(first.round, g.first_round))`

const SESSION = `race.category_id || '/' || race.session_type`

/** SQL: the sessions of the weekend `weekend` that `followed` names, as `1/race1`. */
const sessionsOf = (weekend: string, followed: string): string =>
  `select race.id from races race where race.weekend_id = ${weekend} and ${SESSION} = any(${followed})`

/** SQL: what a new weekend `w` of the group `g` selects. */
export const FIRST_SELECTION = `case when g.followed_sessions is null then '{}'
  else coalesce(nullif(array(${sessionsOf('w.id', 'g.followed_sessions')} order by 1), '{}'), g.followed_race_ids) end`

/** SQL: what the weekend `gw` of the group `g` selects by now; deleted sessions stay (docs/rules.md, Races). */
export const FOLLOWED_SELECTION = `coalesce(nullif(array(
    ${sessionsOf('gw.weekend_id', 'gw.followed_sessions')}
    union select id.id from unnest(gw.selected_race_ids) id (id)
      where not exists (select from races where races.id = id.id)
    order by 1), '{}'), nullif(g.followed_race_ids, '{}'), gw.selected_race_ids)`

/** SQL: the sessions of these races, as `1/race1`. */
export const SESSIONS_OF_RACES = `
select coalesce(array_agg(distinct ${SESSION}), '{}') as sessions from races race where race.id = any(:raceIds::integer[])`

/** SQL: whether a counting race has locked in the group, by what weekends has published. */
export const HAS_LOCKED_RACE = `
select from group_weekends gw join races r on r.weekend_id = gw.weekend_id
where gw.group_id = :groupId and r.session_type <> 'practice'
  and (gw.selected_race_ids = '{}' or r.id = any(gw.selected_race_ids))
  and (r.state->>'deadline')::timestamptz <= clock_timestamp()
limit 1`

/** SQL: when the weekend `w` is over by the calendar, so that another one may be current. */
const IS_OVER_AT = `((w.end_date + 1)::timestamp at time zone w.time_zone)`

const IS_CHANGED = `w.changes > w.followed_changes
  or (${IS_OVER_AT} <= clock_timestamp() and w.followed_at < ${IS_OVER_AT})`

/** SQL: whether weekends have changed since season groups followed them. */
export const CHANGED_WEEKENDS = `select from weekends w where ${IS_CHANGED}`

/** SQL: when the next weekend is over. */
export const NEXT_CHANGE = `select min(${IS_OVER_AT}) from weekends w where ${IS_OVER_AT} > clock_timestamp()`

export const LIST_CHANGED_WEEKENDS = `
select w.id, w.season_id as "seasonId", w.changes::text as changes, clock_timestamp() as "readAt"
from weekends w where ${IS_CHANGED} order by w.id`
