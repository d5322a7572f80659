import type { Transaction } from '@purple-sector/database'
import type { SeasonScore } from './season-points.ts'
import type { SeasonRow } from './season-row.ts'

const SCORE = ['total', 'weekends_won', 'best_weekend', 'firsts', 'seconds', 'thirds']
const COLUMNS = ['sort_name', 'hidden', ...SCORE, ...SCORE.map((column) => `previous_${column}`)]
const ARRAYS = ['points', 'season_points', 'picks', 'won', 'jokers']
const ALL = [...COLUMNS, 'states', ...ARRAYS].join(', ')
const of = (row: string): string => ALL.replaceAll(/\w+/g, (column) => `${row}.${column}`)

const TYPES: Record<string, string> = { sort_name: 'text', hidden: 'boolean' }
const written = ['user_id', ...COLUMNS, 'states', ...ARRAYS]
const typeOf = (column: string): string => (COLUMNS.includes(column) ? (TYPES[column] ?? 'integer') : 'text')

/** Writes the rows that differ from those stored. Arrays come as text, because `unnest` flattens arrays of arrays. */
const SAVE = `
insert into season_standings as stored (board_id, user_id, ${ALL})
select :boardId, user_id, ${[...COLUMNS, 'states'].join(', ')}, ${ARRAYS.map((column) => `${column}::integer[]`).join(', ')}
from unnest(${written.map((column) => `:${column}::${typeOf(column)}[]`).join(', ')}) as row (${written.join(', ')})
on conflict (board_id, user_id) do update set ${[...COLUMNS, 'states', ...ARRAYS].map((column) => `${column} = excluded.${column}`).join(', ')}
where (${of('stored')}) is distinct from (${of('excluded')})`

const REMOVE = `
delete from season_standings where board_id = :boardId and user_id > :after and (:upTo::text is null or user_id <= :upTo)
  and user_id <> all(:userIds::text[])`
const REMOVE_USERS = 'delete from season_standings where board_id = :boardId and user_id = any(:userIds::text[])'

const separates = (other: 'lag' | 'lead'): string => `
  when ${other}(total) over ranking = total then
    case when ${other}(weekends_won) over ranking <> weekends_won then 'weekends-won'
      when ${other}(best_weekend) over ranking <> best_weekend then 'best-weekend'
      when ${other}(firsts) over ranking <> firsts then 'first'
      when ${other}(seconds) over ranking <> seconds then 'second' else 'third' end`

const IS_RANK = SCORE.map((column) => `r.${column} = ranked.${column}`).join(' and ')

/**
 * Positions of all distinct scores, as of weekends (`leaderboards/leaderboard-sql.ts`); writes those that differ. Rows with hidden points have
 * none.
 */
const RANK = `
with tuples as (
  select false as is_previous, ${SCORE.join(', ')}, count(*)::integer as count
  from season_standings where board_id = :boardId and not hidden group by ${SCORE.join(', ')}
  union all
  select true, ${SCORE.map((column) => `previous_${column}`).join(', ')}, count(*)::integer
  from season_standings where board_id = :boardId and not hidden and previous_total is not null
  group by ${SCORE.map((column) => `previous_${column}`).join(', ')}
), ranked as materialized (
  select *,
    case when is_previous or :hasPositions then
      (1 + coalesce(sum(count) over (ranking rows between unbounded preceding and 1 preceding), 0))::integer end as position,
    case when not is_previous and not :hasPositions then null when count > 1 then 'shared'
      ${separates('lag')} ${separates('lead')} end as tie_break
  from tuples
  window ranking as (partition by is_previous order by ${SCORE.map((column) => `${column} desc`).join(', ')})
), removed as (
  delete from season_ranks r where board_id = :boardId and not exists (
    select from ranked where ranked.is_previous = r.is_previous and ${IS_RANK}
  )
)
insert into season_ranks as r (board_id, is_previous, ${SCORE.join(', ')}, count, position, tie_break)
select :boardId, is_previous, ${SCORE.join(', ')}, count, position, tie_break from ranked
on conflict (board_id, is_previous, ${SCORE.join(', ')}) do update
  set count = excluded.count, position = excluded.position, tie_break = excluded.tie_break
where (r.count, r.position, r.tie_break) is distinct from (excluded.count, excluded.position, excluded.tie_break)`

const arrayText = (values: readonly (number | null)[]): string => `{${values.map((value) => value ?? 'null').join()}}`

const scoreColumns = (prefix: string, scores: readonly (SeasonScore | null)[]) => ({
  [`${prefix}total`]: scores.map((score) => score?.totalPoints ?? null),
  [`${prefix}weekends_won`]: scores.map((score) => score?.weekendsWon ?? null),
  [`${prefix}best_weekend`]: scores.map((score) => score?.bestWeekend ?? null),
  [`${prefix}firsts`]: scores.map((score) => score?.firsts ?? null),
  [`${prefix}seconds`]: scores.map((score) => score?.seconds ?? null),
  [`${prefix}thirds`]: scores.map((score) => score?.thirds ?? null),
})

/** The rows of one season leaderboard, for the transaction that computes them. Each write returns how many rows changed. */
export const seasonRows = (sql: Transaction, boardId: number) => ({
  async save(rows: readonly SeasonRow[]): Promise<number> {
    if (rows.length === 0) return 0
    const { rowCount } = await sql.raw<{ rowCount: number }>(SAVE, {
      boardId,
      user_id: rows.map(({ userId }) => userId),
      sort_name: rows.map(({ sortName }) => sortName),
      hidden: rows.map(({ isHidden }) => isHidden),
      ...scoreColumns(
        '',
        rows.map(({ score }) => score),
      ),
      ...scoreColumns(
        'previous_',
        rows.map(({ previousScore }) => previousScore),
      ),
      states: rows.map(({ states }) => states),
      points: rows.map(({ points }) => arrayText(points)),
      season_points: rows.map(({ seasonPoints }) => arrayText(seasonPoints)),
      picks: rows.map(({ picks }) => arrayText(picks)),
      won: rows.map(({ won }) => arrayText(won)),
      jokers: rows.map(({ jokers }) => arrayText(jokers)),
    })
    return rowCount
  },

  /** Removes the rows of a range of ids but those of `userIds`. */
  async removeOthers(range: { after: string; upTo: string | null }, userIds: readonly string[]): Promise<number> {
    const { rowCount } = await sql.raw<{ rowCount: number }>(REMOVE, { boardId, ...range, userIds })
    return rowCount
  },

  async remove(userIds: readonly string[]): Promise<number> {
    if (userIds.length === 0) return 0
    const { rowCount } = await sql.raw<{ rowCount: number }>(REMOVE_USERS, { boardId, userIds })
    return rowCount
  },

  /** Whether one of these users has a row. */
  async hasAnyOf(userIds: readonly string[]): Promise<boolean> {
    if (userIds.length === 0) return false
    const row = await sql('season_standings').where({ board_id: boardId }).whereIn('user_id', userIds).first('user_id')
    return row !== undefined
  },

  /** Ranks all rows; none has a position while no weekend counts. */
  async rank(hasPositions: boolean): Promise<void> {
    await sql.raw(RANK, { boardId, hasPositions })
  },
})
