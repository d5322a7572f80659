import type { Member, OwnMembership } from '@purple-sector/contracts/groups/http'
import type { Database, Transaction } from '@purple-sector/database'
import { IS_PRESENT, LEFT_JOIN_WEEKEND } from '../groups/group-presence-sql.ts'

type Row = Omit<Member, 'joinedAt' | 'approvedAt'> & { joinedAt: Date; approvedAt: Date | null }

/** The admin first, then members in the order of joining. `email` is the verified address. */
const MEMBERS = `
select m.user_id as "userId", u.username, u.first_name as "firstName", u.last_name as "lastName",
  u.verified_email as email, m.joined_at as "joinedAt", m.approved_at as "approvedAt",
  m.approval_status as "approvalStatus", m.role, u.avatar_config as "avatarConfig"
from members m left join users u on u.id = m.user_id
where m.group_id = :groupId and (:userId::text is null or m.user_id = :userId)
order by m.role <> 'admin', m.joined_at, m.user_id`

const readMembers = async (sql: Database | Transaction, groupId: number, userId: string | null): Promise<Member[]> => {
  const { rows } = await sql.raw<{ rows: Row[] }>(MEMBERS, { groupId, userId })
  return rows.map(({ joinedAt, approvedAt, ...row }) => ({
    ...row,
    joinedAt: joinedAt.toISOString(),
    approvedAt: approvedAt?.toISOString() ?? null,
  }))
}

/** Lists the members of a group; addresses are for its admin only. */
export const listMembers = async (
  database: Database,
  { id, isAdmin }: { id: number; isAdmin: boolean },
): Promise<Member[]> => {
  const members = await readMembers(database, id, null)
  return isAdmin ? members : members.map((member) => ({ ...member, email: null }))
}

/** Finds a member, with the address, as for the group's admin. */
export const findMember = async (sql: Transaction, groupId: number, userId: string): Promise<Member | undefined> => {
  const [member] = await readMembers(sql, groupId, userId)
  return member
}

/** Lists the groups of a user, with their approval status. */
export const membershipsOf = async (database: Database, userId: string): Promise<OwnMembership[]> => {
  const { rows } = await database.raw<{ rows: OwnMembership[] }>(
    `select m.group_id as "groupId", m.approval_status as "approvalStatus"
     from members m join groups g on g.id = m.group_id ${LEFT_JOIN_WEEKEND}
     where ${IS_PRESENT} and m.user_id = ? order by m.group_id`,
    [userId],
  )
  return rows
}
