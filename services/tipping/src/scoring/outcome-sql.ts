import type { previewSchema } from '@purple-sector/contracts/admin/http'
import type { Entry } from '@purple-sector/contracts/tipping/http'
import type { Transaction } from '@purple-sector/database'
import type { z } from 'zod'
import {
  BOARD_COLUMNS,
  BOARD_ORDER,
  JOIN_ENTRY,
  RANKED,
  RANKING,
  STANDING_JOINS,
} from '../leaderboards/leaderboard-sql.ts'
import {
  AWARD_CHANGES,
  type ChangedPlace,
  COUNTING_SCOPES,
  type LedgerRace,
  ledgerBindings,
  MOVES,
} from './award-ledger-sql.ts'

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
const OF_OPEN_BOARD = {
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

const MOVERS = 20

/**
 * The open board as it is (`before`) and as its next version would be (`s`), with the ranks of both in `outcome_ranks`.
 */
const PREVIEW = `
with ${MOVED(OF_OPEN_BOARD)}, ${OUTCOME_RANKS}, ${RANKED_TUPLES()}, best as (
  select * from moved
  union all
  (select ${UNMOVED}
   from standings s
   where s.scope_id = (select scope_id from boards) and s.user_id not in (select user_id from open_moved)
   order by ${BOARD_ORDER('s', 'outcome_ranks')} limit :top)
), top as (
  select * from best order by ${BOARD_ORDER('best', 'outcome_ranks')} limit :top
), placings as materialized (
  select s.user_id, u.username, s.sort_name, p.position as before, r.position as after, s.previous_total, s.total
  from moved s join boards b on b.scope_id = s.scope_id
  ${STANDING_JOINS('outcome_ranks')}
  left join users u on u.id = s.user_id
), stayed as (
  select coalesce(sum(p.count - coalesce(moved_away.count, 0)), 0) as count
  from outcome_ranks p
  join outcome_ranks r on not r.is_previous and (r.total, r.firsts, r.seconds, r.thirds) = (p.total, p.firsts, p.seconds, p.thirds)
  left join (
    select previous_total, previous_firsts, previous_seconds, previous_thirds, count(*) as count from moved group by 1, 2, 3, 4
  ) moved_away on (moved_away.previous_total, moved_away.previous_firsts, moved_away.previous_seconds, moved_away.previous_thirds)
    = (p.total, p.firsts, p.seconds, p.thirds)
  where p.is_previous and p.position is distinct from r.position
)
select
  (select count(*)::integer from scopes where id in (select scope_id from award_changes)
    or id in (select scope_id from counting) and (scored_races > 0) <> (scored_races + :scoredRaceDelta > 0)) as "scopes",
  (select count(distinct user_id)::integer from award_changes) as "participantsChanged",
  (select exists (select from award_changes where scope_id = boards.scope_id) or has_positions <> had_positions
    from boards) as "movesBoard",
  ((select count from stayed) + (select count(*) from placings where before is distinct from after))::integer
    as "positionsMoved",
  coalesce((select json_agg(entry order by ${BOARD_ORDER('s', 'outcome_ranks')})
    from top s join boards b on b.scope_id = s.scope_id
    ${STANDING_JOINS('outcome_ranks')}
    left join users u on u.id = s.user_id
    ${JOIN_ENTRY('null::text')}), '[]') as "after",
  coalesce((select json_agg(json_build_object('userId', user_id, 'username', username,
      'before', json_build_object('position', before, 'points', previous_total),
      'after', json_build_object('position', after, 'points', total)) order by distance desc, sort_name, user_id)
    from (select *, abs(coalesce(before, 0) - coalesce(after, 0)) as distance from placings
      order by distance desc, sort_name, user_id limit ${MOVERS}) mover), '[]') as movers`

/**
 * `movesBoard` says that publishing would give the open board a new version; otherwise the board and its position
 * changes stay unchanged.
 */
export type OutcomePreview = Omit<z.infer<typeof previewSchema>, 'raceId' | 'revision' | 'open' | 'top'> & {
  after: Entry[]
  movesBoard: boolean
}

type Outcome = { changedPlaces: readonly ChangedPlace[]; scoredRaceDelta: number; top: number }

/** Computes what an outcome of the race would change, and the first `top` rows of the open board after it. */
export const previewOutcome = async (
  sql: Transaction,
  race: LedgerRace,
  { changedPlaces, scoredRaceDelta, top }: Outcome,
): Promise<OutcomePreview> => {
  const bindings = { ...ledgerBindings(race, changedPlaces), scoredRaceDelta, top }
  const { rows } = await sql.raw<{ rows: [OutcomePreview] }>(PREVIEW, bindings)
  return rows[0]
}
