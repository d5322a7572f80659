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
     select season_id, group_id, :isFull, nullif(:userIds::text[], '{}') from (${BOARDS}) board`,
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
