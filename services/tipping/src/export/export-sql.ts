import type { ExportParts } from '@purple-sector/service-kit/http/export-route'
import { JOIN_AWARDS_OF } from '../scoring/award-ledger-sql.ts'

const CAR = (id: string): string =>
  `(select json_build_object('plate', plate, 'driver', driver, 'team', team) from cars where cars.id = ${id})`

const TIPS = `
select weekend.name as weekend, category.name as category, scope.group_id as "groupId", ${CAR('tip.car_id')} as car,
  tip.submitted_at as "submittedAt", tip.is_automatic as "isAutomatic",
  tip.is_copy as "isCopy", (
    select json_agg(json_build_object('submittedAt', revision.submitted_at, 'car', ${CAR('revision.car_id')})
      order by revision.submitted_at)
    from tip_revisions revision where revision.tip_id = tip.id
  ) as history
from tips tip
join scopes scope on scope.id = tip.scope_id
join weekends weekend on weekend.id = tip.weekend_id and not weekend.deleted
join categories category on category.id = tip.category_id
where tip.user_id = :userId order by tip.weekend_id, category.list_order, tip.id`

/** The user's scopes, found by the user's own rows, so that no other rows are scanned. */
const SCOPES = `(
  select scope_id from tips where user_id = :userId
  union select scope_id from memberships where user_id = :userId
)`

/** A replaced award names the revision that replaced it. */
const AWARDS = `
select weekend.name as weekend, race.name as race, scope.group_id as "groupId", award.place, award.points,
  award.from_revision as revision, award.to_revision as "replacedByRevision"
from (
  select award_row.* from ${SCOPES} own_scope
  join scopes on scopes.id = own_scope.scope_id
  join races on races.weekend_id = scopes.weekend_id
  join awards award_row on award_row.race_id = races.race_id and award_row.scope_id = own_scope.scope_id
    and award_row.user_id = :userId and award_row.to_revision is null
  union all
  select * from awards where user_id = :userId and to_revision is not null
) award_row ${JOIN_AWARDS_OF('award_row')}
join scopes scope on scope.id = award_row.scope_id
join races race on race.race_id = award_row.race_id
join weekends weekend on weekend.id = race.weekend_id and not weekend.deleted
order by race.weekend_id, race.race_id, award_row.scope_id, award.from_revision`

const STANDINGS = `
select weekend.name as weekend, scope.group_id as "groupId", standing.total as "totalPoints", standing.firsts,
  standing.seconds, standing.thirds
from ${SCOPES} own_scope
join standings standing on standing.scope_id = own_scope.scope_id and standing.user_id = :userId
join scopes scope on scope.id = own_scope.scope_id
join weekends weekend on weekend.id = scope.weekend_id and not weekend.deleted
order by scope.weekend_id, scope.id`

const MEMBERSHIPS = `
select scope.group_id as "groupId", member.joined_at as "joinedAt", member.approved_at as "approvedAt",
  member.left_at as "leftAt"
from memberships member join scopes scope on scope.id = member.scope_id
where member.user_id = :userId order by member.joined_at, member.id`

const JOKERS = `
select season.name as season, weekend.name as weekend, joker.played_at as "playedAt"
from jokers joker join seasons season on season.id = joker.season_id join weekends weekend on weekend.id = joker.weekend_id
where joker.user_id = :userId order by joker.played_at, joker.weekend_id`

/** The user's names on boards. */
const NAMES = `
select username, first_name as "firstName", last_name as "lastName", profile_image_url as "profileImageUrl",
  avatar_config as "avatarConfig"
from users where id = :userId`

/** What the export contains: each part with its statement. */
export const exportParts: ExportParts = {
  names: NAMES,
  tips: TIPS,
  awards: AWARDS,
  standings: STANDINGS,
  memberships: MEMBERSHIPS,
  jokers: JOKERS,
}
