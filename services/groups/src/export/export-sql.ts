import type { ExportParts } from '@purple-sector/service-kit/http/export-route'
import { IS_PRESENT, LEFT_JOIN_WEEKEND } from '../groups/group-presence-sql.ts'

const GROUPS_CREATED = `
select g.name, g.description, w.name as weekend, g.season_id is not null as "allSeason", g.is_private as "isPrivate", g.created_at as "createdAt"
from groups g ${LEFT_JOIN_WEEKEND}
where ${IS_PRESENT} and g.creator_id = :userId order by g.id`

const MEMBERSHIPS = `
select g.id as "groupId", g.name as group, m.role, m.approval_status as "approvalStatus", m.joined_at as "joinedAt",
  m.approved_at as "approvedAt", m.uses_open_tips as "usesOpenTips"
from members m join groups g on g.id = m.group_id ${LEFT_JOIN_WEEKEND}
where ${IS_PRESENT} and m.user_id = :userId order by m.joined_at, m.group_id`

/** The export of an inviter contains the address that they typed, not the account it belongs to. */
const INVITATIONS_SENT = `
select g.name as group, i.invitee_email as "inviteeEmail",
  case when i.invitee_email is null then u.username end as "inviteeUsername", i.status, i.created_at as "createdAt"
from invitations i join groups g on g.id = i.group_id left join users u on u.id = i.invitee_id
where i.inviter_id = :userId order by i.id`

const INVITATIONS_RECEIVED = `
select g.name as group, u.username as "inviterUsername", i.invitee_email as "inviteeEmail", i.status,
  i.created_at as "createdAt"
from invitations i join groups g on g.id = i.group_id left join users u on u.id = i.inviter_id
where i.invitee_id = :userId order by i.id`

const REJECTIONS = `
select g.name as group, r.rejected_at as "rejectedAt"
from rejections r join groups g on g.id = r.group_id where r.user_id = :userId order by r.group_id`

/** The user's names in groups. */
const NAMES = `
select username, first_name as "firstName", last_name as "lastName", verified_email as "verifiedEmail",
  avatar_config as "avatarConfig"
from users where id = :userId`

/** What the export contains: each part with its statement. */
export const exportParts: ExportParts = {
  names: NAMES,
  founded: GROUPS_CREATED,
  memberships: MEMBERSHIPS,
  invitationsSent: INVITATIONS_SENT,
  invitationsReceived: INVITATIONS_RECEIVED,
  rejections: REJECTIONS,
}
