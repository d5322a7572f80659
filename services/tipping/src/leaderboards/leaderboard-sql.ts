/*
 * SQL that board reads, board events and previews share. Each statement defines `boards`: the scopes it reads, with the
 * columns of `BOARD_COLUMNS`. Positions belong to the distinct (total, picks) of a board: an open board stores them in
 * `standing_ranks`, current and before the last result; those of a group are computed on read.
 */

/** The columns of `boards`, read from `scopes s`. */
export const BOARD_COLUMNS = `s.id as scope_id, s.weekend_id, s.group_id, s.admin_user_id, s.version, s.result_version,
  s.participants, s.scored_races > 0 as has_positions, s.had_positions, s.changed_at`

/** Formats an instant as JSON carries it. */
export const INSTANT = (column: string): string =>
  `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

/** SQL condition: the participant of a standing `s` has a tip; in the open competition only these have a standing. */
export const HAS_TIP = `(s.membership_id is null or exists (
    select from tips any_tip where any_tip.scope_id = s.scope_id and any_tip.user_id = s.user_id
      and any_tip.membership_id = s.membership_id
  ))`

export type RanksTable = 'standing_ranks' | 'group_ranks' | 'outcome_ranks'

/** The columns that a board is ordered by. */
export const SCORE = ['total', 'firsts', 'seconds', 'thirds']

/**
 * The order of a board: best first, ties by name, then by id (docs/rules.md, Standings). Rows with hidden points come
 * last, by name, because their order would reveal the points. Only groups hide points; open boards are read along an
 * index.
 */
export const BOARD_ORDER = (row: string, ranks: RanksTable): string => {
  const visible = (column: string) =>
    ranks === 'group_ranks' ? `case when not ${row}.hidden then ${row}.${column} end desc` : `${row}.${column} desc`
  return `${row}.hidden, ${SCORE.map(visible).join(', ')}, ${row}.sort_name, ${row}.user_id`
}

const separates = (other: 'lag' | 'lead'): string => `
  when ${other}(total) over ranking = total then
    case when ${other}(firsts) over ranking <> firsts then 'first'
      when ${other}(seconds) over ranking <> seconds then 'second' else 'third' end`

/**
 * Position and `tie_break` of each distinct (total, picks) in a relation with `count` and `has_positions`. Precedence
 * of `tie_break`: shared position, separated from the neighbour above, separated from the one below.
 */
export const RANKED = `
  case when has_positions then (1 + coalesce(sum(count) over (ranking rows between unbounded preceding and 1 preceding), 0))::int
  end as position,
  case when not has_positions then null when count > 1 then 'shared' ${separates('lag')} ${separates('lead')} end
  as tie_break`
export const RANKING = `window ranking as (
  partition by scope_id, is_previous order by total desc, firsts desc, seconds desc, thirds desc)`

/**
 * Whether the standing changed with the last result of its board; if not, its present values are also the previous
 * ones.
 */
const changed = 's.changed_version = b.result_version'
export const BEFORE_LAST_RESULT = (column: string): string =>
  `case when ${changed} then s.previous_${column} else s.${column} end`
const BEFORE = SCORE.map(BEFORE_LAST_RESULT).join(', ')
const BEFORE_COLUMNS = SCORE.map((column) => `before_${column}`).join(', ')

/**
 * CTEs that end in `group_ranks`, shaped like `standing_ranks`, for the groups among `boards`. `members` are all their
 * standings, read once, each with its score `before` the last result, and whether the member was on the board then
 * (`was_on_board`).
 */
export const GROUP_RANKS = `
  members as materialized (
    select s.*, ${SCORE.map((column) => `${BEFORE_LAST_RESULT(column)} as before_${column}`).join(', ')},
      coalesce(s.since_version < b.result_version, false) as was_on_board
    from boards b cross join lateral (select * from standings where scope_id = b.scope_id offset 0) s
    where b.group_id is not null
  ), group_tuples as (
    select t.*, case when t.is_previous then b.had_positions else b.has_positions end as has_positions from (
      select scope_id, false as is_previous, ${SCORE.join(', ')}, count(*)::int as count
      from members where not hidden group by scope_id, ${SCORE.join(', ')}
      union all
      select scope_id, true, ${BEFORE_COLUMNS}, count(*)::int
      from members where not hidden and was_on_board group by scope_id, ${BEFORE_COLUMNS}
    ) t join boards b using (scope_id)
  ), group_ranks as materialized (
    select scope_id, is_previous, total, firsts, seconds, thirds, count, ${RANKED} from group_tuples ${RANKING}
  )`

/**
 * Joins for a standing `s` of a board `b`: its rank now (`r`), its rank before the last result (`p`), its user (`u`).
 */
export const STANDING_JOINS = (ranks: RanksTable): string => `
  left join ${ranks} r on r.scope_id = s.scope_id and not r.is_previous and not s.hidden
    and (r.total, r.firsts, r.seconds, r.thirds) = (s.total, s.firsts, s.seconds, s.thirds)
  left join ${ranks} p on p.scope_id = s.scope_id and p.is_previous and not s.hidden
    and (p.total, p.firsts, p.seconds, p.thirds) = (${BEFORE})`

/** The position of a standing; a newcomer that no version of the board counts yet ranks behind all others. */
export const POSITION = `coalesce(r.position, case when s.since_version is null and b.has_positions and not s.hidden
  then b.participants + 1 end)`

/** Position before the last result minus position now; 0 for participants who were not on the board then. */
export const POSITION_CHANGE = `coalesce(case when s.since_version < b.result_version then p.position - r.position end, 0)`

/**
 * Joins one row of these columns, each given as SQL over the relations joined before it. `json_agg(name)` or
 * `to_json(name)` turns it into an object at half the cost of `json_build_object`.
 */
export const ROW_OF = (name: string, columns: Readonly<Record<string, string>>): string => {
  const selected = Object.entries(columns).map(([column, value]) => `${value} as "${column}"`)
  return `cross join lateral (select ${selected.join(', ')}) ${name}`
}

/** Number of tips of the participant in `s`, by a lookup per row. */
const TIPS_OF_STANDING = `(select count(*) from tips t where t.scope_id = s.scope_id
      and t.user_id = s.user_id and t.membership_id is not distinct from s.membership_id)`

/**
 * Joins `entry`, an Entry (docs/api/tipping.md) of a standing `s` of a board `b`, joined as above and
 * with `users u`. `viewer` is an SQL expression for the requesting user: points of pending members are visible to
 * themselves and to the group's admin. With a `gain` it is a ProvisionalEntry. `tips` is SQL for the number of tips, if
 * another relation already has it.
 */
export const JOIN_ENTRY = (
  viewer: string,
  { gain, tips = TIPS_OF_STANDING }: { gain?: string; tips?: string } = {},
): string => {
  const visible = (value: string, fallback: string) =>
    `case when s.hidden and not coalesce(${viewer} in (s.user_id, b.admin_user_id), false) then ${fallback} else ${value} end`
  const picks = { first: visible('s.firsts', '0'), second: visible('s.seconds', '0'), third: visible('s.thirds', '0') }
  return `${ROW_OF('picks', picks)}
  ${ROW_OF('entry', {
    userId: 's.user_id',
    position: POSITION,
    totalPoints: visible('s.total', 'null'),
    tipsSubmitted: tips,
    username: 'u.username',
    firstName: 'u.first_name',
    lastName: 'u.last_name',
    profileImageUrl: 'u.profile_image_url',
    avatarConfig: 'u.avatar_config',
    positionChange: POSITION_CHANGE,
    picks: 'picks',
    tieBreak: 'r.tie_break',
    ...(gain === undefined ? {} : { gain: visible(gain, 'null') }),
  })}`
}
