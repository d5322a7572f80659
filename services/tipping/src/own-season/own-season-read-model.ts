import type { SeasonScope } from '@purple-sector/contracts/tipping/scope'
import type { Database } from '@purple-sector/database'
import { SINCE_FIRST_SCOPE } from '../seasons/season-basis-sql.ts'
import { scoreColumnsOf } from '../seasons/season-score-sql.ts'
import type { StoredOwnSeason } from './own-season.ts'

/**
 * SQL of the fan's position on a weekend's leaderboard, as it shows it: stored for the open competition, counted for a
 * group. Null while the leaderboard has no positions, and where the fan has none, or only that of an earlier membership.
 */
const POSITION = `(
  select case when scope.group_id is null then (
      select rank.position from standing_ranks rank where rank.scope_id = own.scope_id and not rank.is_previous
        and (rank.total, rank.firsts, rank.seconds, rank.thirds) = (own.total, own.firsts, own.seconds, own.thirds)
    ) else (
      select 1 + count(*)::integer from standings better where better.scope_id = own.scope_id and not better.hidden
        and (better.total, better.firsts, better.seconds, better.thirds) > (own.total, own.firsts, own.seconds, own.thirds)
    ) end
  from scopes scope join standings own on own.scope_id = scope.id and own.user_id = :userId
  where scope.weekend_id = r.weekend_id and scope.group_id is not distinct from :groupId::integer
    and not scope.deleted and scope.scored_races > 0 and not own.hidden and own.since_version is not null
    and (own.membership_id is null or exists (
      select from memberships where id = own.membership_id and left_at is null
    ))
)`

/** SQL condition: the round `r` with its weekend `w` is earlier than the first scope of the group, if it has one. */
const IS_BEFORE_GROUP = `:groupId::integer is not null and not ${SINCE_FIRST_SCOPE} and exists (
  select from scopes later join season_rounds using (weekend_id)
  where later.group_id = :groupId and not later.deleted and season_id = r.season_id
)`

const ROUNDS = `coalesce((
  select json_agg(json_build_object('weekendId', r.weekend_id, 'round', r.round, 'multiplier', r.multiplier,
    'hasJoker', exists (
      select from jokers where season_id = season.id and user_id = :userId and weekend_id = r.weekend_id
    ), 'isBeforeGroup', ${IS_BEFORE_GROUP}, 'position', ${POSITION}) order by r.round)
  from season_rounds r join weekends w on w.id = r.weekend_id and not w.deleted
  where r.season_id = season.id
), '[]')`

const ROW = `(
  select json_build_object('points', own.points, 'seasonPoints', own.season_points, 'states', own.states, 'picks', own.picks,
    'won', own.won, 'jokers', own.jokers, 'totalPoints', own.total, 'position', rank.position,
    'isShared', coalesce(rank.tie_break = 'shared', false))
  from season_standings own left join season_ranks rank on rank.board_id = own.board_id and not rank.is_previous
    and not own.hidden and (${scoreColumnsOf('rank')}) = (${scoreColumnsOf('own')})
  where own.board_id = board.id and own.user_id = :userId
)`

const OWN_SEASON = `
select season.id as "seasonId", coalesce(board.version, 0) as version, season.jokers, board.basis, ${ROUNDS} as rounds,
  ${ROW} as row,
  (select count(*)::integer from jokers where season_id = season.id and user_id = :userId) as played
from seasons season
left join season_boards board on board.season_id = season.id and board.group_id is not distinct from :groupId::integer
where season.id = :seasonId`

/** Reads what a fan's own season is built from, in one statement; undefined for an unknown season. */
export const ownSeasonReadModel = (database: Database) => ({
  async find(competition: SeasonScope, userId: string): Promise<StoredOwnSeason | undefined> {
    const { rows } = await database.raw<{ rows: StoredOwnSeason[] }>(OWN_SEASON, { ...competition, userId })
    return rows[0]
  },
})
