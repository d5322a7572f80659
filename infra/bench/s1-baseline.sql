-- Baseline of S1 (docs/quality.md): after a result, recomputes a weekend in one transaction: awards of every scored
-- race, totals, picks and stored positions of every scope, and the event rows of every board. Written before the worker
-- was measured, and never tuned since. :weekendId is replaced by a number.
begin;
set local work_mem = '64MB';
set local jit = off;

select from weekends where id = :weekendId for no key update;

-- Awards: the tip in force when a race locked, by the rules in force at that time (docs/rules.md, Scoring).
delete from recomputed_awards where weekend_id = :weekendId;

with results as (
  select distinct on (race_id) * from classifications where weekend_id = :weekendId order by race_id, revision desc
), scored as (
  select s.race_id, s.category_id, s.locks_at, s.points_first, s.points_second, s.points_third,
    r.first_car_id, r.second_car_id, r.third_car_id
  from results r join races s using (race_id)
  where r.status <> 'cancelled' and s.session_type <> 'practice' and not s.deleted
), counting as (
  select scored.*, scope.id as scope_id, scope.group_id is not null as is_group, rules.use_custom_points,
    rules.custom_points -> scored.category_id::text as custom, rules.prevent_points_until_approved as needs_approval
  from scored cross join scopes scope
  cross join lateral (
    select * from scope_rules where scope_id = scope.id and in_force_from <= scored.locks_at
    order by in_force_from desc limit 1
  ) rules
  where scope.weekend_id = :weekendId and not scope.deleted
    and (rules.selected_race_ids = '{}' or scored.race_id = any(rules.selected_race_ids))
), prices as (
  select race_id, scope_id, is_group, needs_approval, locks_at, place, car_id,
    case when use_custom_points then coalesce((custom ->> label)::integer, otherwise) else points end as points,
    case when not use_custom_points then 'session' when custom -> label is null then 'custom-default' else 'custom' end
      as rule
  from counting cross join lateral (values
    (1::smallint, 'first', first_car_id, points_first, 25),
    (2::smallint, 'second', second_car_id, points_second, 18),
    (3::smallint, 'third', third_car_id, points_third, 15)
  ) podium (place, label, car_id, points, otherwise)
  where car_id is not null
), in_force as (
  select distinct on (scored.race_id, tip.id)
    scored.race_id, tip.scope_id, tip.user_id, tip.membership_id, revision.car_id
  from scored
  join tips tip on tip.weekend_id = :weekendId and tip.category_id = scored.category_id
  join tip_revisions revision on revision.tip_id = tip.id and revision.submitted_at < scored.locks_at
  order by scored.race_id, tip.id, revision.submitted_at desc
)
insert into recomputed_awards
select :weekendId, race_id, prices.scope_id, in_force.user_id, membership_id, place, points, rule
from in_force
join prices using (race_id, scope_id, car_id)
left join memberships member on is_group and member.id = membership_id
where not is_group or (member.joined_at < locks_at and coalesce(member.left_at >= locks_at, true)
  and (not needs_approval or member.approved_at < locks_at));

update scopes set version = version + 1 where weekend_id = :weekendId and not deleted;

-- Totals, picks and positions; participants whose score changed are recorded for the events.
create temp table changed on commit drop as
select scope_id, user_id, total, firsts, seconds, thirds from recomputed_standings limit 0;

with totals as (
  select standing.scope_id, standing.user_id, coalesce(sum(award.points), 0)::integer as total,
    count(*) filter (where award.place = 1)::integer as firsts,
    count(*) filter (where award.place = 2)::integer as seconds,
    count(*) filter (where award.place = 3)::integer as thirds
  from recomputed_standings standing
  join scopes scope on scope.id = standing.scope_id and scope.weekend_id = :weekendId and not scope.deleted
  left join recomputed_awards award on award.scope_id = standing.scope_id and award.user_id = standing.user_id
    and award.membership_id is not distinct from standing.membership_id
  group by standing.scope_id, standing.user_id
), ranked as (
  select *, rank() over (partition by scope_id order by total desc, firsts desc, seconds desc, thirds desc)::integer
    as position
  from totals
), moved as (
  update recomputed_standings standing
  set total = ranked.total, firsts = ranked.firsts, seconds = ranked.seconds, thirds = ranked.thirds,
    position = ranked.position, previous_position = standing.position
  from ranked
  where standing.scope_id = ranked.scope_id and standing.user_id = ranked.user_id
    and (standing.total, standing.firsts, standing.seconds, standing.thirds, standing.position) is distinct from
      (ranked.total, ranked.firsts, ranked.seconds, ranked.thirds, ranked.position)
  returning old.total as total_before, old.firsts as firsts_before, old.seconds as seconds_before,
    old.thirds as thirds_before, new.*
)
insert into changed
select scope_id, user_id, total, firsts, seconds, thirds from moved
where (total, firsts, seconds, thirds) is distinct from (total_before, firsts_before, seconds_before, thirds_before);

-- One event per board: its top twenty, its ranks, and the users whose totals changed, up to 5,000 per event.
with boards as (
  select id as scope_id, group_id, version,
    case when group_id is null then 'board/open/' || weekend_id else 'board/group/' || group_id end as subject
  from scopes where weekend_id = :weekendId and not deleted
), tops as (
  select boards.scope_id, json_agg(json_build_object('userId', user_id, 'position', position, 'totalPoints', total,
      'tipsSubmitted', tips, 'username', username, 'firstName', first_name, 'lastName', last_name,
      'profileImageUrl', profile_image_url, 'avatarConfig', avatar_config,
      'positionChange', coalesce(previous_position - position, 0),
      'picks', json_build_object('first', firsts, 'second', seconds, 'third', thirds), 'tieBreak', tie_break)
    order by place) as entries
  from boards cross join lateral (
    select best.*, u.username, u.first_name, u.last_name, u.profile_image_url, u.avatar_config,
      (select count(*) from tips where tips.scope_id = best.scope_id and tips.user_id = best.user_id
        and tips.membership_id is not distinct from best.membership_id) as tips,
      row_number() over best_first as place,
      case when position in (lag(position) over best_first, lead(position) over best_first) then 'shared'
        when total in (lag(total) over best_first, lead(total) over best_first) then 'first' end as tie_break
    from (
      select * from recomputed_standings where scope_id = boards.scope_id
      order by position, sort_name, user_id limit 21
    ) best
    left join users u on u.id = best.user_id
    window best_first as (order by best.position, best.sort_name, best.user_id)
    order by place limit 20
  ) top
  group by boards.scope_id
), ranks as (
  select scope_id, json_agg(json_build_object('points', total, 'firsts', firsts, 'seconds', seconds,
    'thirds', thirds, 'count', count, 'position', position) order by position) as ranks, sum(count) as participants
  from (
    select scope_id, total, firsts, seconds, thirds, position, count(*) as count
    from recomputed_standings where scope_id in (select scope_id from boards)
    group by scope_id, total, firsts, seconds, thirds, position
  ) tuples
  group by scope_id
), standings as (
  select scope_id, part, json_agg(json_build_object('userId', user_id, 'totalPoints', total, 'firsts', firsts,
    'seconds', seconds, 'thirds', thirds)) as standings
  from (
    select *, (row_number() over (partition by scope_id order by user_id) - 1) / 5000 as part from changed
  ) numbered
  group by scope_id, part
), events as (
  select boards.*, coalesce(part, 0) as part, count(*) over (partition by boards.scope_id) as parts, participants,
    entries, ranks, coalesce(standings, '[]') as standings
  from boards join tops using (scope_id) join ranks using (scope_id) left join standings using (scope_id)
)
insert into outbox (type, subject, key, sequence, data)
select 'tipping.board-changed.v1', subject, 'weekend/' || :weekendId, version * 1000 + part,
  json_build_object('weekendId', :weekendId, 'groupId', group_id, 'version', version, 'reason', 'result',
    'total', participants, 'entries', entries, 'ranks', ranks, 'changed', standings, 'part', part + 1, 'parts', parts)
from events order by group_id nulls first, part;

commit;
