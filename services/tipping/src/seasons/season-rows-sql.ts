import type { Transaction } from '@purple-sector/database'
import type { SeasonScore } from './season-points.ts'
import type { SeasonRow } from './season-row.ts'
import { SCORE_COLUMNS } from './season-score-sql.ts'

const COLUMNS = ['sort_name', 'hidden', ...SCORE_COLUMNS, ...SCORE_COLUMNS.map((column) => `previous_${column}`)]
const ARRAYS = ['points', 'season_points', 'picks', 'won', 'jokers']
const ALL = [...COLUMNS, 'states', ...ARRAYS].join(', ')
const of = (row: string): string => ALL.replaceAll(/\w+/g, (column) => `${row}.${column}`)

const TYPES: Record<string, string> = { sort_name: 'text', hidden: 'boolean' }
const written = ['board_id', 'user_id', ...COLUMNS, 'states', ...ARRAYS]
const typeOf = (column: string): string =>
  column === 'board_id' ? 'bigint' : COLUMNS.includes(column) ? (TYPES[column] ?? 'integer') : 'text'

/** Writes the rows that differ from those stored. Arrays come as text, because `unnest` flattens arrays of arrays. */
const SAVE = `
insert into season_standings as stored (board_id, user_id, ${ALL})
select board_id, user_id, ${[...COLUMNS, 'states'].join(', ')}, ${ARRAYS.map((column) => `${column}::integer[]`).join(', ')}
from unnest(${written.map((column) => `:${column}::${typeOf(column)}[]`).join(', ')}) as row (${written.join(', ')})
on conflict (board_id, user_id) do update set ${[...COLUMNS, 'states', ...ARRAYS].map((column) => `${column} = excluded.${column}`).join(', ')}
where (${of('stored')}) is distinct from (${of('excluded')}) returning board_id as "boardId"`

const REMOVE = `
delete from season_standings where board_id = :boardId and user_id > :after and (:upTo::text is null or user_id <= :upTo)
  and user_id <> all(:userIds::text[])`
/** `boardIds` and `userIds` are those of the rows that stay on the leaderboards `of`. */
const REMOVE_OTHERS = `
delete from season_standings stored where board_id = any(:of::bigint[]) and not exists (
  select from unnest(:boardIds::bigint[], :userIds::text[]) staying (board_id, user_id)
  where staying.board_id = stored.board_id and staying.user_id = stored.user_id
) returning board_id as "boardId"`
const REMOVE_USERS = 'delete from season_standings where board_id = :boardId and user_id = any(:userIds::text[])'

const BOARDS_WITH_ANY_OF = `
select distinct board_id as "boardId" from unnest(:boardIds::bigint[], :userIds::text[]) named (board_id, user_id)
join season_standings using (board_id, user_id)`

const separates = (other: 'lag' | 'lead'): string => `
  when ${other}(total) over ranking = total then
    case when ${other}(weekends_won) over ranking <> weekends_won then 'weekends-won'
      when ${other}(best_weekend) over ranking <> best_weekend then 'best-weekend'
      when ${other}(firsts) over ranking <> firsts then 'first'
      when ${other}(seconds) over ranking <> seconds then 'second' else 'third' end`

const IS_RANK = SCORE_COLUMNS.map((column) => `r.${column} = ranked.${column}`).join(' and ')

/**
 * Positions of all distinct scores of leaderboards, as of weekends (`leaderboards/leaderboard-sql.ts`); writes those that
 * differ. Rows with hidden points have none.
 */
const RANK = `
with boards as materialized (
  select * from unnest(:boardIds::bigint[], :haveResults::boolean[]) board (board_id, has_positions)
), tuples as (
  select board_id, has_positions, false as is_previous, ${SCORE_COLUMNS.join(', ')}, count(*)::integer as count
  from boards join season_standings using (board_id) where not hidden
  group by board_id, has_positions, ${SCORE_COLUMNS.join(', ')}
  union all
  select board_id, true, true, ${SCORE_COLUMNS.map((column) => `previous_${column}`).join(', ')}, count(*)::integer
  from boards join season_standings using (board_id) where not hidden and previous_total is not null
  group by board_id, ${SCORE_COLUMNS.map((column) => `previous_${column}`).join(', ')}
), ranked as materialized (
  select *,
    case when has_positions then
      (1 + coalesce(sum(count) over (ranking rows between unbounded preceding and 1 preceding), 0))::integer end as position,
    case when not has_positions then null when count > 1 then 'shared'
      ${separates('lag')} ${separates('lead')} end as tie_break
  from tuples
  window ranking as (partition by board_id, is_previous order by ${SCORE_COLUMNS.map((column) => `${column} desc`).join(', ')})
), removed as (
  delete from season_ranks r using boards where r.board_id = boards.board_id and not exists (
    select from ranked where ranked.board_id = r.board_id and ranked.is_previous = r.is_previous and ${IS_RANK}
  )
)
insert into season_ranks as r (board_id, is_previous, ${SCORE_COLUMNS.join(', ')}, count, position, tie_break)
select board_id, is_previous, ${SCORE_COLUMNS.join(', ')}, count, position, tie_break from ranked
on conflict (board_id, is_previous, ${SCORE_COLUMNS.join(', ')}) do update
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

/** A row of one of several leaderboards. */
export type BoardRow = SeasonRow & { boardId: number }

type FoundRows = { rows: { boardId: number }[] }
const boardIdsOf = ({ rows }: FoundRows): number[] => rows.map(({ boardId }) => boardId)

/** Writes rows of leaderboards; returns the id of the leaderboard of each row that changed. */
export const saveSeasonRows = async (sql: Transaction, rows: readonly BoardRow[]): Promise<number[]> => {
  if (rows.length === 0) return []
  const saved = await sql.raw<FoundRows>(SAVE, {
    board_id: rows.map(({ boardId }) => boardId),
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
  return boardIdsOf(saved)
}

/** Removes the rows of leaderboards that are not among `rows`; returns the id of the leaderboard of each. */
export const removeOtherRows = async (
  sql: Transaction,
  boardIds: readonly number[],
  rows: readonly BoardRow[],
): Promise<number[]> =>
  boardIdsOf(
    await sql.raw<FoundRows>(REMOVE_OTHERS, {
      of: boardIds,
      boardIds: rows.map(({ boardId }) => boardId),
      userIds: rows.map(({ userId }) => userId),
    }),
  )

/** Ranks all rows of leaderboards; without a result (`haveResults`, in the same order) none has a position. */
export const rankSeasonRows = async (
  sql: Transaction,
  boardIds: readonly number[],
  haveResults: readonly boolean[],
): Promise<void> => {
  if (boardIds.length > 0) await sql.raw(RANK, { boardIds, haveResults })
}

/** Finds the leaderboards on which one of their `userIds` has a row. */
export const findBoardsWithAnyOf = async (
  sql: Transaction,
  boards: readonly { boardId: number; userIds: readonly string[] }[],
): Promise<ReadonlySet<number>> => {
  const pairs = boards.flatMap(({ boardId, userIds }) => userIds.map((userId) => ({ boardId, userId })))
  if (pairs.length === 0) return new Set()
  const found = await sql.raw<FoundRows>(BOARDS_WITH_ANY_OF, {
    boardIds: pairs.map(({ boardId }) => boardId),
    userIds: pairs.map(({ userId }) => userId),
  })
  return new Set(boardIdsOf(found))
}

/** The rows of one season leaderboard, for the transaction that computes them. Each write returns how many rows changed. */
export const seasonRows = (sql: Transaction, boardId: number) => ({
  save: async (rows: readonly SeasonRow[]): Promise<number> =>
    (
      await saveSeasonRows(
        sql,
        rows.map((row) => ({ ...row, boardId })),
      )
    ).length,

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
  hasAnyOf: async (userIds: readonly string[]): Promise<boolean> =>
    (await findBoardsWithAnyOf(sql, [{ boardId, userIds }])).has(boardId),
})
