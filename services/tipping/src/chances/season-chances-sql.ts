import { JOKERS_ARE_LOCKED } from '../jokers/joker-lock-sql.ts'
import { HAS_TIP, INSTANT } from '../leaderboards/leaderboard-sql.ts'
import { IS_OF_PRESENT_MEMBERSHIP, TAKING_PART } from '../seasons/group-participants-sql.ts'
import { LAST_LOCK_AT, SINCE_FIRST_SCOPE } from '../seasons/season-basis-sql.ts'
import { COUNTING_RACES } from '../tips/tip-races.ts'
import { LOCKED_REMAINING, RACES_WITH_CAR } from './weekend-chances-sql.ts'

/** The rules of a season, of a group its own; `isDue` says that the group's stored leaderboard is to be computed again. */
export const RULES_OF_SEASON = `
select season.jokers, case when own.group_id is null then season.count_best else own.count_best end as "countBest",
  case when own.group_id is null then season.missed_weekend else own.missed_weekend end as "missedWeekend",
  coalesce(own.late_joiners, 'missed') as "lateJoiners", own.group_id is not null and exists (
    select from seasons_to_refresh mark
    where mark.season_id = season.id and mark.group_id = own.group_id and mark.due_at <= clock_timestamp()
  ) as "isDue"
from seasons season
left join season_groups own on own.group_id = :groupId::integer and own.all_season and own.season_id = season.id
where season.id = :seasonId`

/**
 * The rounds of a season in one competition, with the best visible standing of their leaderboards. A group's begin with its
 * first scope: the others are not part of it (`isIncluded`).
 */
export const ROUNDS_OF_SEASON = `
select r.weekend_id as "weekendId", r.round, r.multiplier::float as multiplier, w.start_date::text as "startDate",
  w.status = 'completed' as "isCompleted", scope.id as "scopeId", coalesce(scope.version, 0) as version,
  coalesce(scope.scored_races > 0, false) as "hasResult", scope.admin_user_id as "adminUserId",
  w.status = 'completed' or ${JOKERS_ARE_LOCKED('r.weekend_id', 'clock.now')} as "areJokersLocked",
  :groupId::integer is null or ${SINCE_FIRST_SCOPE} as "isIncluded",
  scope.id is not null and exists (
    select from ${COUNTING_RACES({ scopeId: 'scope.id', weekendId: 'scope.weekend_id' })}
  ) as "hasCountingRace",
  ${LAST_LOCK_AT({ scopeId: 'scope.id', weekendId: 'scope.weekend_id', isCompleted: "w.status = 'completed'" })} as "lastLockAt",
  ${INSTANT('clock.now')} as now,
  (
    select json_build_array(total, firsts, seconds, thirds) from (
      select * from standings where scope_id = scope.id and not hidden
      order by total desc, firsts desc, seconds desc, thirds desc limit 1
    ) best where total > 0
  ) as leader
from (select clock_timestamp() as now) clock cross join season_rounds r
join weekends w on w.id = r.weekend_id and not w.deleted
left join scopes scope on scope.weekend_id = r.weekend_id and scope.group_id is not distinct from :groupId::integer
  and not scope.deleted
where r.season_id = :seasonId order by r.round`

/** Who tipped in a weekend, without members whose points are hidden. */
export const TIPPERS_OF_WEEKEND = `
select count(*)::integer as count, coalesce(min(total), 0) as lowest, coalesce(sum(total), 0)::integer as sum
from standings s where s.scope_id = :scopeId and not s.hidden and ${HAS_TIP}`

const BEST_FIRST = `order by total desc, weekends_won desc, best_weekend desc, firsts desc, seconds desc, thirds desc,
  sort_name, user_id`

/** The stored leaderboard: what its rows were computed from, and its best totals, with members who are hidden and without. */
export const BOARD_OF_SEASON = `
select board.id as "boardId", board.version::integer as version, board.basis, coalesce((
    select json_agg(json_build_object('userId', user_id, 'total', total, 'isHidden', hidden) order by total desc, user_id) from (
      (select * from season_standings where board_id = board.id and not hidden ${BEST_FIRST} limit 3)
      union all
      (select * from season_standings where board_id = board.id and hidden ${BEST_FIRST} limit 3)
    ) best
  ), '[]') as best
from season_boards board where board.season_id = :seasonId and board.group_id is not distinct from :groupId::integer`

/** Those who have enough points to matter, best first. */
export const CANDIDATES = `
select user_id as "userId" from season_standings
where board_id = :boardId and (:withHidden::boolean or not hidden) and total >= :least
order by total desc, user_id`

const TAKING_PART_IN_OPEN = `taking_part as materialized (
  select u.user_id, deleted.deleted_at, null::timestamptz as began_at
  from unnest(:userIds::text[]) u (user_id)
  left join deleted_subjects deleted on deleted.subject = 'user/' || u.user_id
)`

const KINDS = {
  open: { takingPart: TAKING_PART_IN_OPEN, isOwn: 'true', isBoard: 'group_id is null' },
  group: {
    takingPart: TAKING_PART((userId) => `${userId} = any(:userIds::text[])`),
    isOwn: IS_OF_PRESENT_MEMBERSHIP,
    isBoard: 'group_id = :groupId',
  },
}

/**
 * Participants with their standings in the rounds (index of the round from 0 on, points and picks, tip, hidden), the cars
 * of their tips on `remaining`, their jokers, and since when and until when they take part. In the open competition
 * these are the fans with a standing. The versions are those of the season's leaderboard and of the rounds'.
 */
const PARTICIPANTS = (kind: keyof typeof KINDS): string => `
with round as materialized (
  select scope_id, (position - 1)::integer as index
  from unnest(:scopeIds::bigint[]) with ordinality as round (scope_id, position) where scope_id is not null
), ${LOCKED_REMAINING}, ${KINDS[kind].takingPart}
select concat_ws(' ', coalesce((
    select version from season_boards where season_id = :seasonId and ${KINDS[kind].isBoard}
  ), 0), (
    select string_agg(round.index || '@' || scope.version, ' ' order by round.index)
    from round join scopes scope on scope.id = round.scope_id
  )) as versions, coalesce((
    select json_agg(json_build_object('userId', member.user_id, 'beganAt', member.began_at, 'deletedAt', member.deleted_at,
      'standings', coalesce((
        select json_agg(json_build_array(round.index, s.total, s.firsts, s.seconds, s.thirds, ${HAS_TIP}, s.hidden))
        from round join standings s on s.scope_id = round.scope_id and s.user_id = member.user_id and ${KINDS[kind].isOwn}
      ), '[]'),
      'tips', coalesce((
        select json_object_agg(tipped.race_id, tipped.car_id) from round
        join standings s on s.scope_id = round.scope_id and s.user_id = member.user_id and ${KINDS[kind].isOwn}
        cross join lateral (
          select race.race_id, car.id as car_id ${RACES_WITH_CAR('race.scope_id = s.scope_id')}
        ) tipped
      ), '{}'),
      'jokers', array(
        select weekend_id from jokers where season_id = :seasonId and user_id = member.user_id
          and (:visibleJokers::integer[] is null or weekend_id = any(:visibleJokers::integer[])) order by weekend_id
      )))
    from taking_part member
  ), '[]') as participants`

export const PARTICIPANTS_OF_SEASON = { open: PARTICIPANTS('open'), group: PARTICIPANTS('group') }
