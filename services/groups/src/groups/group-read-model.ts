import type { Points } from '@purple-sector/contracts/categories'
import type { Group } from '@purple-sector/contracts/groups/http'
import { displayName, type Names } from '@purple-sector/contracts/identity/display-name'
import { type Database, prepared, type Transaction } from '@purple-sector/database'
import type { StoredMember } from '../members/member.ts'
import { type GroupWeekend, selectionOf } from './group.ts'
import { IS_PRESENT, LEFT_JOIN_WEEKEND } from './group-presence-sql.ts'
import { type GroupRow, seasonRulesOf } from './group-repository.ts'
import { noSuchGroup } from './select-group-for-update.ts'

type Row = GroupRow &
  Names & {
    role: StoredMember['role']
    approval_status: StoredMember['approvalStatus']
    uses_open_tips: boolean
    named_points: Record<string, Points>
    weekends: GroupWeekend[]
  }

/**
 * The groups of one user. Reads no other members: the counts are columns of the group. A creator whose identity event
 * is pending has the names of their sign-in.
 */
const GROUPS_OF_MEMBERS = `
select g.*, w.id as weekend_id, m.role, m.approval_status, m.uses_open_tips, u.username, u.first_name as "firstName", u.last_name as "lastName",
  coalesce((
    select jsonb_object_agg(c.name, points.value)
    from jsonb_each(g.custom_point_system) points join categories c on c.id = points.key::integer
  ), '{}') as named_points,
  coalesce((
    select json_agg(json_build_object('weekendId', gw.weekend_id, 'selectedRaceIds', gw.selected_race_ids) order by gw.opened)
    from group_weekends gw join weekends existing on existing.id = gw.weekend_id where gw.group_id = g.id
  ), '[]') as weekends
from members m
join groups g on g.id = m.group_id
${LEFT_JOIN_WEEKEND}
left join users u on u.id = g.creator_id
where ${IS_PRESENT}`

const GROUPS_OF_CALLER = `${GROUPS_OF_MEMBERS}
  and m.user_id = :userId
  and (:groupId::integer is null or g.id = :groupId)
  and (:weekendId::integer is null or exists (
    select from group_weekends gw join weekends on weekends.id = gw.weekend_id
    where gw.group_id = g.id and gw.weekend_id = :weekendId))
order by lower(g.name) collate "C", g.id`

const replyOf = (row: Row): Group => {
  const isAdmin = row.role === 'admin'
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    isPrivate: row.is_private,
    weekendId: row.weekend_id,
    selectedRaceIds: selectionOf({ weekends: row.weekends, weekendId: row.weekend_id }),
    allSeason: row.season_id !== null,
    seasonId: row.season_id,
    countBest: null,
    missedWeekend: null,
    lateJoiners: null,
    ...seasonRulesOf(row),
    weekends: row.weekends,
    autoApproveInvites: row.auto_approve_invites,
    hidePointsUntilApproved: row.hide_points_until_approved,
    preventPointsUntilApproved: row.prevent_points_until_approved,
    lockTipsAfterFirstEvent: row.lock_tips_after_first_event,
    useCustomPointSystem: row.use_custom_point_system,
    customPointSystem: row.named_points,
    creatorId: row.creator_id,
    creatorName: displayName(row),
    inviteCode: row.invite_code,
    memberCount: row.member_count,
    pendingCount: isAdmin ? row.pending_count : null,
    isAdmin,
    approvalStatus: row.approval_status,
    usesOpenTips: row.uses_open_tips,
    createdAt: row.created_at.toISOString(),
  }
}

/** Lists the groups of a member by name; with `weekendId` only the groups of that weekend. */
export const listGroups = async (
  sql: Database | Transaction,
  userId: string,
  { weekendId = null, groupId = null }: { weekendId?: number | null; groupId?: number | null } = {},
): Promise<Group[]> => {
  const { rows } = await sql.raw<{ rows: Row[] }>(GROUPS_OF_CALLER, { userId, weekendId, groupId })
  return rows.map((row) => replyOf(row))
}

/** Finds one group of a member; throws 404 for other users. */
export const findGroup = async (sql: Database | Transaction, groupId: number, userId: string): Promise<Group> => {
  const [group] = await listGroups(sql, userId, { groupId })
  if (!group) throw noSuchGroup()
  return group
}

const GROUPS_FOR_MEMBERS = `
select found.* from unnest(:groupIds::integer[], :userIds::text[]) with ordinality as viewer (group_id, user_id, place)
cross join lateral (${GROUPS_OF_MEMBERS} and m.group_id = viewer.group_id and m.user_id = viewer.user_id) found
order by viewer.place`

/** Reads groups as these members see them, in the order of `members`. */
export const findGroupsForMembers = async (
  sql: Transaction,
  members: readonly Pick<StoredMember, 'groupId' | 'userId'>[],
): Promise<Group[]> => {
  const groupIds = members.map(({ groupId }) => groupId)
  const userIds = members.map(({ userId }) => userId)
  const { rows } = await prepared<Row>(sql, 'groups-for-members', GROUPS_FOR_MEMBERS, { groupIds, userIds })
  return rows.map((row) => replyOf(row))
}
