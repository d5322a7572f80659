import type { Database } from '@purple-sector/database'
import { USER_ID } from './fill-game.ts'
import type { ProductRun } from './product-run.ts'

/** Season groups of a product without other groups; their first weekend is round 1 of the season. */
type SeasonGroups = { seasonId: number; weekendId: number; groups: number; membersOfGroup: number; fans: number }

/** The fans of group `n`, spread over all as those of `planGroups`; the founder first. */
const MEMBERS = `
select n as group_id, index, ${USER_ID('(1 + (n * :membersOfGroup::int + index * 7919) % :fans::int)')} as user_id
from generate_series(1, :groups::int) n cross join generate_series(1, :membersOfGroup::int) index`
const FOUNDERS = `select * from (${MEMBERS}) member where index = 1 order by group_id`
const AGO = `clock_timestamp() - interval '2 days'`

const IN_GROUPS = [
  `insert into groups (id, weekend_id, name, description, is_private, creator_id, invite_code, auto_approve_invites,
     hide_points_until_approved, prevent_points_until_approved, lock_tips_after_first_event, use_custom_point_system,
     custom_point_system, member_count, created_at, season_id, season_missed_weekend, season_late_joiners,
     first_weekend_id, first_start_date, first_round)
   overriding system value
   select group_id, :weekendId, 'Group ' || group_id, '', false, user_id, 'code-' || group_id, true, false, false, false,
     false, '{}', :membersOfGroup, ${AGO}, :seasonId, 'zero', 'none', :weekendId, weekends.start_date, 1
   from (${FOUNDERS}) founder join weekends on weekends.id = :weekendId`,
  `insert into group_weekends (group_id, weekend_id, selected_race_ids) select id, :weekendId, '{}' from groups`,
  `insert into members (group_id, user_id, role, approval_status, joined_at, approved_at)
   select group_id, user_id, case when index = 1 then 'admin' else 'member' end, 'approved', ${AGO}, ${AGO}
   from (${MEMBERS}) member`,
]

const IN_TIPPING = [
  `insert into season_groups (group_id, weekend_id, all_season, season_id, missed_weekend, late_joiners)
   select n, :weekendId, true, :seasonId, 'zero', 'none' from generate_series(1, :groups::int) n`,
  `insert into scopes (weekend_id, group_id, admin_user_id, name, version, participants)
   select :weekendId, group_id, user_id, 'Group ' || group_id, 1, :membersOfGroup from (${FOUNDERS}) founder`,
  `insert into scope_rules (scope_id, in_force_from) select id, '-infinity' from scopes where group_id is not null`,
  `insert into published_memberships (group_id, user_id, joined_at, is_approved, began_at)
   select group_id, user_id, ${AGO}, true, ${AGO} from (${MEMBERS}) member`,
  `insert into memberships (scope_id, user_id, joined_at, approved_at, published_joined_at)
   select scopes.id, user_id, published.joined_at, published.joined_at, published.joined_at
   from published_memberships published join scopes using (group_id)`,
  `insert into standings (scope_id, user_id, membership_id, sort_name, since_version)
   select member.scope_id, member.user_id, member.id, users.sort_name, 1
   from memberships member join users on users.id = member.user_id`,
  `insert into seasons_to_refresh (season_id, group_id, is_full)
   select :seasonId, n, true from generate_series(1, :groups::int) n`,
]

const IN_ENGAGEMENT = [
  `insert into groups (id, weekend_id, name, creator_id)
   select group_id, :weekendId, 'Group ' || group_id, user_id from (${FOUNDERS}) founder`,
  `insert into group_weekends (group_id, weekend_id, selected_race_ids) select id, :weekendId, '{}' from groups`,
  `insert into memberships (group_id, user_id, joined_at, is_approved)
   select group_id, user_id, ${AGO}, true from (${MEMBERS}) member`,
  // As the event of each founded group has counted them.
  `insert into achievement_counters (user_id, groups_founded) select creator_id, count(*) from groups group by creator_id
   on conflict (user_id) do update set groups_founded = excluded.groups_founded`,
]

const IN_CHAT = [
  `insert into groups (id, weekend_id, name, creator_id, all_season)
   select group_id, :weekendId, 'Group ' || group_id, user_id, true from (${FOUNDERS}) founder`,
  `insert into memberships (group_id, user_id, joined_at) select group_id, user_id, ${AGO} from (${MEMBERS}) member`,
]

const run = async (database: Database, statements: readonly string[], groups: SeasonGroups): Promise<void> => {
  for (const statement of statements) await database.raw(statement, groups)
  await database.raw('analyze')
}

/**
 * Inserts season groups with their members into the tables of groups, tipping, engagement and chat, as their founding in
 * the first weekend would have left them, and marks their season leaderboards, which the product then computes.
 */
export const fillSeasonGroups = async (product: ProductRun, groups: SeasonGroups): Promise<void> => {
  await run(product.groups, IN_GROUPS, groups)
  await run(product.engagement, IN_ENGAGEMENT, groups)
  await run(product.chat, IN_CHAT, groups)
  await run(product.tipping, IN_TIPPING, groups)
}
