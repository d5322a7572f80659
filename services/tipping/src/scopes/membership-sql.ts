/**
 * Inserts the published memberships that are missing in a scope of theirs, with a row of 0 points. `source` joins
 * `scopes` and `published`. In a season group all members take part in every weekend. Who comes back after their row stayed
 * on the board of a completed weekend is no member there again. Open tips are marked to be copied where a member uses them.
 *
 * `offset 0` forces a lookup along the index per row: a join would scan all members for each.
 */
export const JOINED = (source: string): string => `
with published as (
  select scopes.id as scope_id, published.* from ${source}
  left join season_groups season on season.group_id = published.group_id
  where not scopes.deleted
    and (season.all_season or published.weekend_id is null or published.weekend_id = scopes.weekend_id)
    and not exists (
      select from memberships where scope_id = scopes.id and user_id = published.user_id and left_at is null offset 0
    )
    and not exists (select from standings where scope_id = scopes.id and user_id = published.user_id offset 0)
), joined as (
  insert into memberships (scope_id, user_id, joined_at, approved_at, published_joined_at)
  select scope_id, user_id, now, case when is_approved then now end, joined_at
  from published, (select clock_timestamp() as now) clock
  returning id, scope_id, user_id, approved_at
), to_copy as (
  insert into open_tips_to_copy (scope_id, user_id)
  select joined.scope_id, joined.user_id from joined
  join published on published.scope_id = joined.scope_id and published.user_id = joined.user_id and published.uses_open_tips
)
insert into standings (scope_id, user_id, membership_id, sort_name, hidden)
select joined.scope_id, joined.user_id, joined.id, coalesce(u.sort_name, 'anonymous'),
  coalesce(rules.hides, false) and joined.approved_at is null
from joined left join users u on u.id = joined.user_id
left join lateral (
  select hide_points_until_approved as hides from scope_rules
  where scope_id = joined.scope_id order by in_force_from desc limit 1
) rules on true`

const HAD_STARTED = (moment: string): string => `exists (
  select from races where races.weekend_id = scopes.weekend_id and session_type <> 'practice' and not races.deleted
    and locks_at <= ${moment}
)`

/**
 * Whether the row of an ended membership stays (docs/rules.md, Season groups): on a season group's boards of completed
 * weekends, and that of a deleted account on those of weekends that have begun. A group that is of one weekend again
 * keeps the rows of its earlier weekends.
 */
const STAYS = (isOfDeletedAccount: string): string => `season.group_id is not null
  and (season.all_season or season.weekend_id is distinct from scopes.weekend_id)
  and (weekend.status = 'completed' or ${isOfDeletedAccount} and ${HAD_STARTED('clock_timestamp()')})`

/** The ledger keeps the awards of a row that leaves the board; they no longer rank. */
export const END_MEMBERSHIPS = `
with ended as (
  update memberships m set left_at = clock_timestamp(), account_deleted = m.user_id = any(:deletedAccounts::text[])
  from scopes
  where scopes.group_id = :groupId and not scopes.deleted and m.scope_id = scopes.id
    and m.left_at is null and m.user_id = any(:userIds::text[]) and not exists (
      select from published_memberships published where published.group_id = :groupId
        and published.user_id = m.user_id and published.joined_at = m.published_joined_at
    )
  returning m.id, m.scope_id, m.user_id, m.account_deleted
), leaving as (
  select ended.* from ended join scopes on scopes.id = ended.scope_id
  left join weekends weekend on weekend.id = scopes.weekend_id
  left join season_groups season on season.group_id = :groupId
  where not coalesce(${STAYS('ended.account_deleted')}, false)
), removed as (
  delete from standings s using leaving where s.scope_id = leaving.scope_id and s.user_id = leaving.user_id
)
insert into scopes_to_refresh (scope_id, recount) select distinct scope_id, true from leaving
on conflict (scope_id) do update set recount = true`

/** Removes the rows of members who left while the weekend was completed. */
export const RECONCILED = `
with leaving as (
  select scopes.id as scope_id, s.user_id from scopes
  join season_groups season on season.group_id = scopes.group_id and season.all_season
  join standings s on s.scope_id = scopes.id
  join memberships member on member.id = s.membership_id and member.left_at is not null
  where scopes.weekend_id = :weekendId and not scopes.deleted
    and not (member.account_deleted and ${HAD_STARTED('member.left_at')})
), removed as (
  delete from standings s using leaving where s.scope_id = leaving.scope_id and s.user_id = leaving.user_id
)
insert into scopes_to_refresh (scope_id, recount) select distinct scope_id, true from leaving
on conflict (scope_id) do update set recount = true`
