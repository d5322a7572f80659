import type { Database, Transaction } from '@purple-sector/database'
import { MOVED, OF_REQUESTED_BOARDS, OUTCOME_RANKS, RANKED_TUPLES, UNMOVED } from '../scoring/outcome-sql.ts'
import { BOARD_ORDER, INSTANT, JOIN_ENTRY, STANDING_JOINS } from './leaderboard-sql.ts'

/*
 * The projected view: the requested leaderboards (`scopeIds`) in which the race counts, as the awards of an order would
 * leave them. `positionChange` is relative to the official view. A group is counted from its rows, the open competition
 * from its ranks and its moved rows: its rows are read only as far as the page goes.
 */

/** Points that the order would add to a standing. */
const GAIN = 's.total - s.previous_total'

const ranksAs = (name: string, isPrevious: boolean): string => `coalesce((
  select json_agg(json_build_object('score', array[total, firsts, seconds, thirds], 'position', position, 'tieBreak', tie_break))
  from outcome_ranks where scope_id = b.scope_id and is_previous = ${isPrevious}), '[]') as "${name}"`

const PAGES = ({ withRanks }: { withRanks: boolean }): string => `
with ${MOVED(OF_REQUESTED_BOARDS)}, group_rows as materialized (
  select scope_id, user_id, max(membership_id) as membership_id, bool_or(hidden) as hidden, max(sort_name) as sort_name,
    max(since_version) as since_version, sum(total)::integer as total, sum(firsts)::integer as firsts,
    sum(seconds)::integer as seconds, sum(thirds)::integer as thirds, sum(previous_total)::integer as previous_total,
    sum(previous_firsts)::integer as previous_firsts, sum(previous_seconds)::integer as previous_seconds,
    sum(previous_thirds)::integer as previous_thirds, max(changed_version) as changed_version
  from (
    select s.scope_id, s.user_id, s.membership_id, s.hidden, s.sort_name, coalesce(s.since_version, 0) as since_version,
      s.total, s.firsts, s.seconds, s.thirds, s.total as previous_total, s.firsts as previous_firsts,
      s.seconds as previous_seconds, s.thirds as previous_thirds, b.result_version as changed_version
    from boards b cross join lateral (select * from standings where scope_id = b.scope_id offset 0) s
    where b.group_id is not null
    union all
    select scope_id, user_id, null, null, null, null, total - previous_total, firsts - previous_firsts,
      seconds - previous_seconds, thirds - previous_thirds, 0, 0, 0, 0, null
    from moved where scope_id is distinct from (select scope_id from boards where group_id is null)
  ) of_groups group by scope_id, user_id
), ${OUTCOME_RANKS}, all_tuples as (
  select * from tuples
  union all
  select true, scope_id, previous_total, previous_firsts, previous_seconds, previous_thirds, 1 from group_rows where not hidden
  union all
  select false, scope_id, total, firsts, seconds, thirds, 1 from group_rows where not hidden
), ${RANKED_TUPLES('all_tuples')}, open_best as (
  select * from open_moved
  union all
  (select ${UNMOVED}
   from standings s
   where s.scope_id = (select scope_id from boards where group_id is null)
     and s.user_id not in (select user_id from open_moved)
   order by ${BOARD_ORDER('s', 'standing_ranks')} limit :limit::integer + :offset::integer)
), paged as materialized (
  (select *, row_number() over () as place from (
     select * from open_best s order by ${BOARD_ORDER('s', 'standing_ranks')} limit :limit offset :offset
   ) best)
  union all
  select * from (
    select *, row_number() over (partition by s.scope_id order by ${BOARD_ORDER('s', 'group_ranks')}) as place from group_rows s
  ) ordered where place > :offset and place <= :offset::integer + :limit::integer
), pages as (
  select b.scope_id, json_agg(entry order by s.place) as entries
  from paged s join boards b on b.scope_id = s.scope_id
  ${STANDING_JOINS('outcome_ranks')}
  left join lateral (select * from users where id = s.user_id offset 0) u on true
  ${JOIN_ENTRY(':viewer::text', { gain: GAIN })}
  group by b.scope_id
), sizes as (
  select scope_id, count(*)::integer as size from group_rows group by scope_id
)
select b.scope_id as "scopeId", b.group_id as "groupId", b.version - 1 as version,
  ${INSTANT('b.changed_at')} as "changedAt", coalesce(pages.entries, '[]') as entries,
  case when b.group_id is null then b.participants + (
    select count(*)::integer from standings where scope_id = b.scope_id and since_version is null
  ) else coalesce(sizes.size, 0) end as total
  ${withRanks ? `, ${ranksAs('currentRanks', false)}, ${ranksAs('previousRanks', true)}` : ''}
from boards b left join pages using (scope_id) left join sizes using (scope_id)
order by b.group_id nulls first`

export const PROJECTED_PAGES = PAGES({ withRanks: false })
/** With the tables of ranks, a caller's own row is ranked without reading the leaderboard again. */
export const PROJECTED_PAGE = PAGES({ withRanks: true })

const OWN_AWARDS = {
  ...OF_REQUESTED_BOARDS,
  awards: 'and scope_id = any(:scopeIds::bigint[]) and user_id = :viewer::text',
}

/** One user's row, without its rank but with the score that finds it among the ranks of that page. */
export const OWN_ROW = `
with ${MOVED(OWN_AWARDS)}, own_row as (
  select * from moved
  union all
  (select ${UNMOVED} from boards b join standings s on s.scope_id = b.scope_id and s.user_id = :viewer::text
   where not exists (select from moved))
)
select to_json(entry) as entry, b.version - 1 as version,
  case when not s.hidden then array[s.total, s.firsts, s.seconds, s.thirds] end as "currentScore",
  case when not s.hidden then array[s.previous_total, s.previous_firsts, s.previous_seconds, s.previous_thirds] end as "previousScore"
from own_row s join boards b on b.scope_id = s.scope_id
left join users u on u.id = s.user_id
cross join (select null::integer as position, null::text as tie_break) r
cross join (select null::integer as position) p
${JOIN_ENTRY(':viewer::text', { gain: GAIN })}`

const IS_RUNNING = `
select from races race join weekends weekend on weekend.id = race.weekend_id
where race_id = :raceId and not race.deleted and not weekend.deleted
  and race.session_type <> 'practice' and race.status <> 'completed'
  and not exists (select from classifications where classifications.race_id = race.race_id)
  and not exists (select from live_timing where is_paused)`

/** Whether timing is not paused and the race is still running: not completed and without a result. */
export const isRunning = async (sql: Transaction, raceId: number): Promise<boolean> => {
  const { rows } = await sql.raw<{ rows: unknown[] }>(IS_RUNNING, { raceId })
  return rows.length > 0
}

/** A scope of a weekend with the version of its leaderboard. */
export type ScopeVersion = { scopeId: number; version: number }

/** Finds the scopes of a weekend's open competition (null) and groups. */
export const findScopes = async (
  sql: Database,
  weekendId: number,
  groupIds: readonly (number | null)[],
): Promise<ScopeVersion[]> => {
  const { rows } = await sql.raw<{ rows: ScopeVersion[] }>(
    `select id as "scopeId", version from scopes where weekend_id = :weekendId and not deleted
       and ((:includesOpen::boolean and group_id is null) or group_id = any(:groupIds::integer[])) order by id`,
    { weekendId, includesOpen: groupIds.includes(null), groupIds: groupIds.filter((groupId) => groupId !== null) },
  )
  return rows
}
