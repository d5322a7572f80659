import type { SeasonScope } from '@purple-sector/contracts/tipping/scope'
import type { Database, Transaction } from '@purple-sector/database'
import type { Basis } from './season-basis.ts'

/** A season leaderboard; `basis` is null until its rows are computed. */
export type SeasonBoard = SeasonScope & { id: number; version: number; participants: number; basis: Basis | null }

export type GroupBoard = SeasonBoard & { groupId: number }

/** What marks of a leaderboard ask for. */
export type Refresh = { isFull: boolean; userIds: string[]; renamedIds: string[] }

/*
 * The open season waits until the groups' leaderboards of a scored weekend are published: they are more urgent
 * (`board-publishing/pending-leaderboard-events-sql.ts`).
 */
const IS_DUE = `(mark.due_at <= clock_timestamp() and not (mark.group_id is null and exists (
  select from season_rounds r join pending_scoring_events pending on pending.weekend_id = r.weekend_id
  where r.season_id = mark.season_id and pending.resumed_at > clock_timestamp() - interval '5 seconds')))`

/** Marked leaderboards that are due, those on which jokers become visible, and those of deleted seasons. */
const DUE = `
select season_id, group_id from seasons_to_refresh mark where ${IS_DUE}
union
select season_id, group_id from season_boards where jokers_lock_at <= clock_timestamp()
  or not exists (select from seasons where id = season_id)`

/** For `runDueTasks`. */
export const DUE_SEASON_BOARDS = `select from (${DUE}) due`
export const NEXT_SEASON_BOARDS_AT = `least((select min(due_at) from seasons_to_refresh where due_at > clock_timestamp()),
  (select min(jokers_lock_at) from season_boards where jokers_lock_at > clock_timestamp()))`

/** Finds the leaderboards that are due, the open ones first. */
export const findDueSeasonBoards = async (database: Database): Promise<SeasonScope[]> => {
  const { rows } = await database.raw<{ rows: { season_id: number; group_id: number | null }[] }>(
    `${DUE} order by group_id nulls first, season_id`,
  )
  return rows.map(({ season_id, group_id }) => ({ seasonId: season_id, groupId: group_id }))
}

/** Creates the leaderboards of competitions that have none. */
export const ensureSeasonBoards = async (database: Database, competitions: readonly SeasonScope[]): Promise<void> => {
  const rows = competitions.map(({ seasonId, groupId }) => ({ season_id: seasonId, group_id: groupId }))
  await database('season_boards').insert(rows).onConflict().ignore()
}

/** Settings for statements over temporary tables and all participants, as of scoring. */
const SETTINGS = `
set local idle_in_transaction_session_timeout = '30s';
set local work_mem = '64MB';
set local jit = off;
set local enable_memoize = off`

const CLAIM = `
select id, season_id as "seasonId", group_id as "groupId", version, participants, basis from season_boards
where season_id = :seasonId and group_id is not distinct from :groupId::integer for update skip locked`

const CLAIM_GROUPS = `
select id, season_id as "seasonId", group_id as "groupId", version, participants, basis from season_boards
where season_id = :seasonId and group_id = any(:groupIds::integer[]) order by id for update skip locked`

/** All rows of a group are computed, whatever a mark asks for. */
const TAKE_MARKS_OF_GROUPS = `
with taken as (
  delete from seasons_to_refresh where season_id = :seasonId and group_id = any(:groupIds::integer[])
  returning group_id, user_ids, is_renamed
)
select group_id as "groupId", array_agg(distinct user_id) as "renamedIds"
from taken, unnest(user_ids) user_id where is_renamed group by group_id`

const SAVE_REFRESHED = `
update season_boards board set version = refreshed.version, basis = refreshed.basis, changed_at = refreshed."changedAt",
  jokers_lock_at = refreshed."jokersLockAt", has_positions = refreshed."hasPositions", participants = case
    when refreshed."isNewVersion" then (select count(*) from season_standings where board_id = refreshed.id)
    else board.participants end
from json_to_recordset(:refreshed::json) as refreshed (id bigint, version bigint, basis jsonb, "changedAt" timestamptz,
  "jokersLockAt" timestamptz, "hasPositions" boolean, "isNewVersion" boolean)
where board.id = refreshed.id`

const TAKE_MARKS = `
with taken as (
  delete from seasons_to_refresh where season_id = :seasonId and group_id is not distinct from :groupId::integer
  returning is_full, user_ids, is_renamed
)
select coalesce(bool_or(is_full), false) as "isFull",
  coalesce((select array_agg(distinct user_id) from taken, unnest(user_ids) user_id), '{}') as "userIds",
  coalesce((select array_agg(distinct user_id) from taken, unnest(user_ids) user_id where is_renamed), '{}') as "renamedIds"
from taken`

/** A computed leaderboard, and what its rows were computed from; `version` is the new one. */
type Refreshed = Pick<SeasonBoard, 'id' | 'version'> & {
  basis: Basis
  changedAt: Date | null
  jokersLockAt: Date | null
  isNewVersion: boolean
}

export const hasResults = ({ rounds }: Basis): boolean => rounds.some(({ hasResult }) => hasResult)

/**
 * Season leaderboards, for a transaction that computes one from one snapshot. A process that claims a row has it until
 * the transaction ends; what another has committed meanwhile makes it fail, and the next run repeats it.
 */
export const seasonBoards = (sql: Transaction) => ({
  /** Claims a leaderboard unless another process has it. */
  async claim(competition: SeasonScope): Promise<SeasonBoard | undefined> {
    const { rows } = await sql.raw<{ rows: SeasonBoard[] }>(CLAIM, competition)
    return rows[0]
  },

  /** Claims the leaderboards of groups that no other process has. */
  async claimGroups(seasonId: number, groupIds: readonly number[]): Promise<GroupBoard[]> {
    return (await sql.raw<{ rows: GroupBoard[] }>(CLAIM_GROUPS, { seasonId, groupIds })).rows
  },

  async applySettings(): Promise<void> {
    await sql.raw(SETTINGS)
  },

  /** Takes the marks of this snapshot; later ones stay. */
  async takeMarks({ seasonId, groupId }: SeasonScope): Promise<Refresh> {
    const { rows } = await sql.raw<{ rows: [Refresh] }>(TAKE_MARKS, { seasonId, groupId })
    return rows[0]
  },

  /** `takeMarks` for groups of a season; returns the users with new names by group. */
  async takeMarksOfGroups(seasonId: number, groupIds: readonly number[]): Promise<Map<number, string[]>> {
    type Row = Pick<Refresh, 'renamedIds'> & { groupId: number }
    const { rows } = await sql.raw<{ rows: Row[] }>(TAKE_MARKS_OF_GROUPS, { seasonId, groupIds })
    return new Map(rows.map(({ groupId, renamedIds }) => [groupId, renamedIds]))
  },

  /** Stores what the rows of leaderboards were computed from. */
  async saveRefreshed(boards: readonly Refreshed[]): Promise<void> {
    const refreshed = boards.map((board) => ({ ...board, hasPositions: hasResults(board.basis) }))
    await sql.raw(SAVE_REFRESHED, { refreshed: JSON.stringify(refreshed) })
  },

  async remove({ id }: SeasonBoard): Promise<void> {
    for (const table of ['season_standings', 'season_ranks']) await sql(table).where({ board_id: id }).delete()
    await sql('season_boards').where({ id }).delete()
  },
})
