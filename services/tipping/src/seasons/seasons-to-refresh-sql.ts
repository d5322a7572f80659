import { type Transaction, wakeAfterCommit } from '@purple-sector/database'

/** The open season's leaderboard, and those of the season's groups. */
const BOARDS = `
select :seasonId::integer as season_id, null::integer as group_id
union all select season_id, group_id from season_boards where season_id = :seasonId and group_id is not null`

/**
 * What a refresh has to compute again: all rows; those of users, whose jokers or names changed; else what it finds
 * changed in the versions of weekends, the rules and the rounds.
 */
type Extent = { isFull?: boolean; userIds?: readonly string[] }

/** Marks all leaderboards of a season for a refresh, in the transaction of the change that makes it necessary. */
export const markSeasonForRefresh = async (
  sql: Transaction,
  seasonId: number,
  { isFull = false, userIds = [] }: Extent = {},
): Promise<void> => {
  await sql.raw(
    `insert into seasons_to_refresh (season_id, group_id, is_full, user_ids)
     select season_id, group_id, :isFull::boolean, nullif(:userIds::text[], '{}') from (${BOARDS}) board`,
    { seasonId, isFull, userIds },
  )
  wakeAfterCommit(sql, 'tasks')
}

/** Marks the season of a weekend, if it is in one. */
export const markSeasonOfWeekend = async (sql: Transaction, weekendId: number, extent: Extent = {}): Promise<void> => {
  const rounds: { season_id: number }[] = await sql('season_rounds')
    .where({ weekend_id: weekendId })
    .select('season_id')
  for (const { season_id } of rounds) await markSeasonForRefresh(sql, season_id, extent)
}

/**
 * Marks the seasons of the boards that get a new version in this transaction (`changed_boards`). Newcomers of a weekend
 * come every second, and may wait ten; members of groups have rows before they tip, so all rows of their groups' boards
 * are computed again. A weekend that opened for a group changes no row of its season before it is tipped.
 */
const MARK_CHANGED_BOARDS = `
insert into seasons_to_refresh (season_id, group_id, is_full, due_at)
select distinct r.season_id, scope.group_id, board.recount or (:isBetweenResults::boolean and scope.group_id is not null),
  case when :isBetweenResults::boolean and not board.recount then clock_timestamp() + interval '10 seconds' else '-infinity' end
from season_rounds r join scopes scope on scope.weekend_id = r.weekend_id
join changed_boards board on board.scope_id = scope.id
where scope.group_id is null or exists (
  select from season_boards season where season.season_id = r.season_id and season.group_id = scope.group_id
) and (
  not :isBetweenResults::boolean or board.recount or scope.scored_races > 0
  or exists (select from tips where tips.scope_id = scope.id)
)`

export const markSeasonsOfChangedBoards = async (
  sql: Transaction,
  { isBetweenResults }: { isBetweenResults: boolean },
): Promise<void> => {
  await sql.raw(MARK_CHANGED_BOARDS, { isBetweenResults })
}

/** `offset 0` forces a lookup per user and board. */
const MARK_RENAMED = `
insert into seasons_to_refresh (season_id, group_id, user_ids, is_renamed)
select board.season_id, board.group_id, array_agg(u.user_id), true
from unnest(:userIds::text[]) u (user_id)
cross join lateral (
  select id, season_id, group_id from season_boards where group_id is null
  union all
  select board.id, board.season_id, board.group_id from season_boards board where group_id = any(array(
    select scopes.group_id from memberships join scopes on scopes.id = scope_id
    where user_id = u.user_id and (left_at is null or account_deleted)
  ))
) board
cross join lateral (
  select from season_standings where board_id = board.id and user_id = u.user_id offset 0
) standing
group by board.season_id, board.group_id`

/** Marks the season leaderboards of users with new names. */
export const markSeasonsOfUsers = async (sql: Transaction, userIds: readonly string[]): Promise<void> => {
  await sql.raw(MARK_RENAMED, { userIds })
}

/** Marks the season leaderboards of season groups among these groups, whose members changed. */
export const markSeasonsOfGroups = async (sql: Transaction, groupIds: readonly number[]): Promise<void> => {
  const { rowCount } = await sql.raw<{ rowCount: number }>(
    `insert into seasons_to_refresh (season_id, group_id, is_full)
     select season_id, group_id, true from season_groups
     where group_id = any(:groupIds::integer[]) and all_season and season_id is not null`,
    { groupIds },
  )
  if (rowCount > 0) wakeAfterCommit(sql, 'tasks')
}
