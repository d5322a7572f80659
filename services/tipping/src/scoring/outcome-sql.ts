import { BOARD_COLUMNS, RANKED, RANKING } from '../boards/board-sql.ts'
import { AWARD_CHANGES, COUNTING_SCOPES, MOVES } from './award-ledger-sql.ts'

/*
 * Boards as they would be after an outcome of one race, computed and never stored: result previews and projected boards
 * read the same rows that scoring would write.
 *
 * The planner estimates one row for what follows from the award changes: lookups among thousands of these are written
 * without a join (`not in` is hashed, a join would scan all of them for each).
 */

/** The selected boards, as conditions on `scopes s`; further conditions on `scope`, on awards and on the moved rows. */
type BoardSelection = { boards: string; prices?: string; awards?: string; moved?: string }

const moves = MOVES('c')

/** Selects only the requested boards (`scopeIds`). */
export const OF_REQUESTED_BOARDS = {
  boards: 's.id in (select scope_id from prices)',
  prices: 'and scope.id = any(:scopeIds::bigint[])',
  awards: 'and scope_id = any(:scopeIds::bigint[])',
}

/**
 * CTEs that end in `moved`: standings of the selected boards after the outcome. `boards` are the selected boards in the
 * version that the outcome would give them; `award_changes` are the participants whose award differs, on every board
 * whose awards are selected. Beside the bindings of `ledgerBindings`, `scoredRaceDelta` is the change of the number of
 * scored races.
 */
export const MOVED = ({ boards, prices = '', awards = '', moved = '' }: BoardSelection): string => `
prices as materialized (${COUNTING_SCOPES} ${prices}
), ${AWARD_CHANGES('prices', awards)}, current_boards as materialized (
  select ${BOARD_COLUMNS}, s.scored_races from scopes s where ${boards}
), counting as (
  select distinct scope_id from prices
), boards as materialized (
  select scope_id, weekend_id, group_id, admin_user_id, version + 1 as version, version + 1 as result_version, participants,
    scored_races + :scoredRaceDelta * (scope_id in (select scope_id from counting))::int > 0 as has_positions,
    has_positions as had_positions, changed_at
  from current_boards
), moved as materialized (
  select s.scope_id, s.user_id, s.membership_id, s.hidden, s.sort_name, coalesce(s.since_version, 0) as since_version,
    s.total + ${moves.total} as total, s.firsts + ${moves.picks(1)} as firsts, s.seconds + ${moves.picks(2)} as seconds,
    s.thirds + ${moves.picks(3)} as thirds, s.total as previous_total, s.firsts as previous_firsts,
    s.seconds as previous_seconds, s.thirds as previous_thirds, scope.version + 1 as changed_version
  from award_changes c join scopes scope on scope.id = c.scope_id ${moved}
  join standings s on s.scope_id = c.scope_id and s.user_id = c.user_id
    and s.membership_id is not distinct from c.membership_id
)`

/** Selects only the board of the open competition; there is one per weekend. */
export const OF_OPEN_BOARD = {
  boards: 's.weekend_id = :weekendId and s.group_id is null',
  moved: 'and scope.group_id is null',
}

/** A standing that the outcome does not change, shaped like `moved`. */
export const UNMOVED = `s.scope_id, s.user_id, s.membership_id, s.hidden, s.sort_name, coalesce(s.since_version, 0),
  s.total, s.firsts, s.seconds, s.thirds, s.total, s.firsts, s.seconds, s.thirds, 0`

/**
 * The ranks of open boards after the outcome and before it (`is_previous`), shaped like `standing_ranks`: computed from
 * the ranks in force and the moved rows, newcomers with zero points included.
 */
export const OUTCOME_RANKS = `
present as (
  select r.scope_id, r.total, r.firsts, r.seconds, r.thirds, r.count
  from standing_ranks r join boards using (scope_id) where not is_previous
  union all
  select s.scope_id, 0, 0, 0, 0, count(*)
  from standings s join boards using (scope_id)
  where s.since_version is null and boards.group_id is null group by s.scope_id
), open_moved as materialized (
  select * from moved where scope_id = (select scope_id from boards where group_id is null)
), tuples as (
  select true as is_previous, * from present
  union all
  select false, * from present
  union all
  select false, scope_id, previous_total, previous_firsts, previous_seconds, previous_thirds, -1 from open_moved
  union all
  select false, scope_id, total, firsts, seconds, thirds, 1 from open_moved
)`

/** `outcome_ranks` of the rows in `tuples`, or of a relation that includes them. */
export const RANKED_TUPLES = (tuples = 'tuples'): string => `
counted as (
  select t.scope_id, is_previous, total, firsts, seconds, thirds, sum(count)::integer as count,
    bool_and(case when is_previous then had_positions else has_positions end) as has_positions
  from ${tuples} t join boards using (scope_id)
  group by t.scope_id, is_previous, total, firsts, seconds, thirds having sum(count) > 0
), outcome_ranks as materialized (
  select scope_id, is_previous, total, firsts, seconds, thirds, count, ${RANKED} from counted ${RANKING}
)`
