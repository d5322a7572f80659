import type { Member, OwnMembership } from '@purple-sector/contracts/groups/http'
import type { Database, Transaction } from '@purple-sector/database'
import { IS_PRESENT, LEFT_JOIN_WEEKEND } from '../groups/group-presence-sql.ts'

type Row = Omit<Member, 'joinedAt' | 'approvedAt'> & { joinedAt: Date; approvedAt: Date | null }

/** The admin first, then members in the order of joining. `email` is the verified address; own settings are for the viewer. */
const MEMBERS = `
select m.user_id as "userId", u.username, u.first_name as "firstName", u.last_name as "lastName",
  u.verified_email as email, m.joined_at as "joinedAt", m.approved_at as "approvedAt",
  m.approval_status as "approvalStatus", m.role,
  m.uses_open_tips and m.user_id = :viewerId as "usesOpenTips", u.avatar_config as "avatarConfig"
from members m left join users u on u.id = m.user_id
where m.group_id = :groupId and (:userId::text is null or m.user_id = :userId)
order by m.role <> 'admin', m.joined_at, m.user_id`

type Requested = { groupId: number; userId: string | null; viewerId: string }

const readMembers = async (sql: Database | Transaction, requested: Requested): Promise<Member[]> => {
  const { rows } = await sql.raw<{ rows: Row[] }>(MEMBERS, requested)
  return rows.map(({ joinedAt, approvedAt, ...row }) => ({
    ...row,
    joinedAt: joinedAt.toISOString(),
    approvedAt: approvedAt?.toISOString() ?? null,
  }))
}

/** Lists the members of a group; addresses are for its admin only, settings for their own member. */
export const listMembers = async (
  database: Database,
  { id, isAdmin }: { id: number; isAdmin: boolean },
  viewerId: string,
): Promise<Member[]> => {
  const members = await readMembers(database, { groupId: id, userId: null, viewerId })
  return isAdmin ? members : members.map((member) => ({ ...member, email: null }))
}

/** Finds a member as the group's admin sees them, with the address. */
export const findMember = async (
  sql: Transaction,
  { groupId, userId }: { groupId: number; userId: string },
  viewerId: string,
): Promise<Member | undefined> => {
  const [member] = await readMembers(sql, { groupId, userId, viewerId })
  return member
}

/** Lists the groups of a user, with their approval status and settings. */
export const membershipsOf = async (database: Database, userId: string): Promise<OwnMembership[]> => {
  const { rows } = await database.raw<{ rows: OwnMembership[] }>(
    `select m.group_id as "groupId", m.approval_status as "approvalStatus", m.uses_open_tips as "usesOpenTips"
     from members m join groups g on g.id = m.group_id ${LEFT_JOIN_WEEKEND}
     where ${IS_PRESENT} and m.user_id = ? order by m.group_id`,
    [userId],
  )
  return rows
}
