import type { Transaction } from '@purple-sector/database'
import { RANKED, RANKING } from '../leaderboards/leaderboard-sql.ts'
import { markSeasonsOfChangedBoards } from '../seasons/seasons-to-refresh-sql.ts'
import { MOVES } from './award-ledger-sql.ts'

/**
 * Temporary tables of a transaction that gives boards a new version, one set per connection, emptied by each commit:
 * the boards, the changed standings of an open competition, and the newcomers that are counted for the first time.
 */
const WORK_TABLES = `
create temp table if not exists changed_boards (
  scope_id bigint primary key, is_open boolean, version bigint, recount boolean default false
) on commit delete rows;
create temp table if not exists moved_standings (
  scope_id bigint, user_id text collate "C", total integer, firsts integer, seconds integer, thirds integer,
  previous_total integer, previous_firsts integer, previous_seconds integer, previous_thirds integer
) on commit delete rows;
create temp table if not exists board_newcomers (scope_id bigint, user_id text collate "C") on commit delete rows`

/**
 * Counts the newcomers since the last version of a board; the version publishes every tip submitted since then, too.
 * Names are read again, because a rename in progress when the row was inserted was not visible then.
 */
const COUNT_NEWCOMERS = `
with published as (
  delete from tips_to_count tip using changed_boards board where tip.scope_id = board.scope_id
), counted as (
  update standings s set since_version = board.version + :shift::bigint,
    sort_name = coalesce((select sort_name from users where id = s.user_id), s.sort_name)
  from changed_boards board where s.scope_id = board.scope_id and s.since_version is null
  returning s.scope_id, s.user_id
), recorded as (
  insert into board_newcomers select scope_id, user_id from counted
), newcomers as (
  select scope_id, count(*)::integer as count from counted group by scope_id
), scope as (
  update scopes set participants = scopes.participants + newcomers.count
  from newcomers where scopes.id = newcomers.scope_id
  returning scopes.id, scopes.group_id, scopes.participants, newcomers.count,
    case when :shift = 0 then scopes.scored_races > 0 else scopes.had_positions end as has_positions
)
insert into standing_ranks as r (scope_id, is_previous, total, firsts, seconds, thirds, count, position, tie_break)
select id, false, 0, 0, 0, 0, count, case when has_positions then participants - count + 1 end,
  case when has_positions and count > 1 then 'shared' end
from scope where group_id is null
on conflict (scope_id, is_previous, total, firsts, seconds, thirds) do update
  set count = r.count + excluded.count, tie_break = case when r.position is not null then 'shared' end`

const moves = MOVES('change')

/** Totals and picks per participant, and the ranks of open boards, updated by the changes of the ledger. */
export const standingLedger = (sql: Transaction) => ({
  async prepare(): Promise<void> {
    await sql.raw(WORK_TABLES)
  },

  /** Clears the boards that were published in this transaction, before it gives other boards a version. */
  async clearChangedBoards(): Promise<void> {
    await sql.raw('truncate changed_boards, board_newcomers')
  },

  /**
   * Stores the boards that change, and raises their versions: those of participants whose award changed and, if
   * positions appear or vanish, every board in which the race counts. Adds `scoredRaceDelta` to the number of scored
   * races, and subtracts the race on boards that counted it by the former lock. Marks their seasons. `changed_at` is the publication time of
   * the latest result, in whatever order results are scored.
   */
  async raiseBoards(scoredRaceDelta: -1 | 0 | 1, publishedAt: Date): Promise<number> {
    await this.prepare()
    const { rowCount } = await sql.raw<{ rowCount: number }>(
      `with counting as (
         select scope_id, sum(delta)::integer as delta from (
           select distinct scope_id, :scoredRaceDelta::integer as delta from scoring_scopes
           union all select scope_id, -1 from scoring_scopes_before
         ) deltas group by scope_id
       ), affected as (select distinct scope_id from scoring_changes
       ), moved as (
         update scopes set scored_races = scopes.scored_races + counting.delta,
           version = scopes.version + step.by,
           had_positions = case when step.by = 1 then scopes.scored_races > 0 else scopes.had_positions end,
           changed_at = case when step.by = 1 then greatest(scopes.changed_at, :publishedAt::timestamptz)
             else scopes.changed_at end,
           result_version = case when step.by = 1 then scopes.version + 1 else scopes.result_version end
         from counting join scopes current_scope on current_scope.id = counting.scope_id
         left join affected on affected.scope_id = current_scope.id
         cross join lateral (select case when affected.scope_id is not null
           or (current_scope.scored_races > 0) <> (current_scope.scored_races + counting.delta > 0) then 1 else 0 end as by) step
         where scopes.id = counting.scope_id
         returning scopes.id, scopes.group_id is null as is_open, scopes.version, step.by
       )
       insert into changed_boards (scope_id, is_open, version) select id, is_open, version from moved where by = 1`,
      { scoredRaceDelta, publishedAt },
    )
    if (rowCount > 0) await markSeasonsOfChangedBoards(sql, { isBetweenResults: false })
    return rowCount
  },

  /**
   * Counts the newcomers of the changed boards: into the new version or, before a result, into the version that it
   * replaces, because they were on that board.
   */
  async countNewcomers(into: 'new version' | 'version before'): Promise<void> {
    await sql.raw(COUNT_NEWCOMERS, { shift: into === 'new version' ? 0 : -1 })
  },

  /**
   * Moves totals and picks by the changes of the ledger, and keeps the previous values. Those of groups are read again
   * from the rows when their boards are published.
   */
  async moveTotals(): Promise<void> {
    await sql.raw(
      `with change as materialized (
         select change.*, board.version, board.is_open from scoring_changes change join changed_boards board using (scope_id)
       ), moved as (
         update standings s set
           previous_total = s.total, previous_firsts = s.firsts,
           previous_seconds = s.seconds, previous_thirds = s.thirds,
           total = s.total + ${moves.total}, firsts = s.firsts + ${moves.picks(1)},
           seconds = s.seconds + ${moves.picks(2)}, thirds = s.thirds + ${moves.picks(3)},
           changed_version = change.version
         from change
         where s.scope_id = change.scope_id and s.user_id = change.user_id
           and s.membership_id is not distinct from change.membership_id
         returning s.scope_id, s.user_id, s.total, s.firsts, s.seconds, s.thirds,
           s.previous_total, s.previous_firsts, s.previous_seconds, s.previous_thirds, change.is_open
       )
       insert into moved_standings
       select scope_id, user_id, total, firsts, seconds, thirds,
         previous_total, previous_firsts, previous_seconds, previous_thirds
       from moved where is_open`,
    )
  },

  /**
   * Moves the ranks of the open board: the present ones become the previous ones, the new ones follow from the changes.
   */
  async moveRanks(): Promise<void> {
    await sql.raw(`delete from standing_ranks using changed_boards board
      where standing_ranks.scope_id = board.scope_id and board.is_open and is_previous`)
    await sql.raw(`update standing_ranks set is_previous = true from changed_boards board
      where standing_ranks.scope_id = board.scope_id and board.is_open`)
    await sql.raw(
      `with changed as (
         select * from moved_standings
       ), moved as (
         select scope_id, total, firsts, seconds, thirds, count from standing_ranks
         where scope_id in (select scope_id from changed_boards where is_open)
         union all
         select scope_id, previous_total, previous_firsts, previous_seconds, previous_thirds, -1 from changed
         union all
         select scope_id, total, firsts, seconds, thirds, 1 from changed
       ), counted as (
         select scope_id, total, firsts, seconds, thirds, sum(count)::integer as count from moved
         group by scope_id, total, firsts, seconds, thirds having sum(count) > 0
       ), tuples as (
         select counted.*, false as is_previous, scopes.scored_races > 0 as has_positions
         from counted join scopes on scopes.id = counted.scope_id
       )
       insert into standing_ranks (scope_id, is_previous, total, firsts, seconds, thirds, count, position, tie_break)
       select scope_id, is_previous, total, firsts, seconds, thirds, count, ${RANKED} from tuples ${RANKING}`,
    )
  },

  /** Recounts the boards that lost participants. */
  async recount(): Promise<void> {
    await sql.raw(`delete from standing_ranks using changed_boards board
      where standing_ranks.scope_id = board.scope_id and board.recount and not is_previous`)
    await sql.raw(
      `with tuples as (
         select s.scope_id, false as is_previous, s.total, s.firsts, s.seconds, s.thirds, count(*)::integer as count,
           bool_and(scopes.scored_races > 0) as has_positions
         from changed_boards board join scopes on scopes.id = board.scope_id
         join standings s on s.scope_id = board.scope_id and s.since_version is not null
         where board.recount and board.is_open
         group by s.scope_id, s.total, s.firsts, s.seconds, s.thirds
       )
       insert into standing_ranks (scope_id, is_previous, total, firsts, seconds, thirds, count, position, tie_break)
       select scope_id, is_previous, total, firsts, seconds, thirds, count, ${RANKED} from tuples ${RANKING}`,
    )
    await sql.raw(
      `update scopes set participants = (
         select count(*) from standings where scope_id = board.scope_id and since_version is not null
       ) from changed_boards board where scopes.id = board.scope_id and board.recount`,
    )
  },
})
