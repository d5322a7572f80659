import { type Database, prepared, type Transaction, table } from '@purple-sector/database'
import type { StoredMember } from './member.ts'

export type MemberRow = {
  group_id: number
  user_id: string
  role: StoredMember['role']
  approval_status: StoredMember['approvalStatus']
  joined_at: Date
  approved_at: Date | null
}

const members = table<MemberRow>('members')

export const memberOf = (row: MemberRow): StoredMember => ({
  groupId: row.group_id,
  userId: row.user_id,
  role: row.role,
  approvalStatus: row.approval_status,
  joinedAt: row.joined_at,
  approvedAt: row.approved_at,
})

/** How somebody stands to a group, and when that was. */
type Standing = { isMember: boolean; wasRejected: boolean; now: Date }

const pendingIn = ({ approvalStatus }: StoredMember): number => (approvalStatus === 'pending' ? 1 : 0)

/** Writes only under the group's lock: the group's counts follow every change. */
export const memberRepository = (sql: Database | Transaction) => {
  const count = async (groupId: number, members: number, pending: number): Promise<void> => {
    await sql.raw('update groups set member_count = member_count + ?, pending_count = pending_count + ? where id = ?', [
      members,
      pending,
      groupId,
    ])
  }
  return {
    async find(groupId: number, userId: string): Promise<StoredMember | undefined> {
      const row = await members(sql).where({ group_id: groupId, user_id: userId }).first()
      return row && memberOf(row)
    },

    async list(groupId: number): Promise<StoredMember[]> {
      const rows = await members(sql).where({ group_id: groupId }).orderBy(['joined_at', 'user_id'])
      return rows.map((row) => memberOf(row))
    },

    /** How somebody stands to a group that is held, and the time by the database's clock. */
    async lookAtDoor(groupId: number, userId: string): Promise<Standing> {
      const { rows } = await prepared<Standing>(
        sql,
        'look-at-door',
        `select exists (select from members where group_id = :groupId and user_id = :userId) as "isMember",
           exists (select from rejections where group_id = :groupId and user_id = :userId) as "wasRejected",
           clock_timestamp() as now`,
        { groupId, userId },
      )
      const [row] = rows
      if (!row) throw new Error('the door was not seen')
      return row
    },

    /**
     * Whoever comes in again is rejected no longer. In one statement: many come in the same minutes, one after another.
     */
    async insert(member: StoredMember): Promise<void> {
      await prepared(
        sql,
        'enter',
        `with entered as (
           insert into members (group_id, user_id, role, approval_status, joined_at, approved_at)
           values (:groupId, :userId, :role, :approvalStatus, :joinedAt, :approvedAt)
         ), forgiven as (delete from rejections where group_id = :groupId and user_id = :userId)
         update groups set member_count = member_count + 1, pending_count = pending_count + :pending
         where id = :groupId`,
        { ...member, pending: pendingIn(member) },
      )
    },

    /** Who has been approved longest, but for one person. */
    async longestApproved(groupId: number, besides: string): Promise<StoredMember | undefined> {
      const row = await members(sql)
        .where({ group_id: groupId, approval_status: 'approved' })
        .whereNot({ user_id: besides })
        .orderBy(['approved_at', 'joined_at', 'user_id'])
        .first()
      return row && memberOf(row)
    },

    async makeAdmin({ groupId: group_id, userId: user_id }: StoredMember): Promise<void> {
      await members(sql).where({ group_id, user_id }).update({ role: 'admin' })
    },

    /** Approves somebody who was pending. */
    async approve({ groupId: group_id, userId: user_id }: StoredMember, at: Date): Promise<void> {
      await members(sql).where({ group_id, user_id }).update({ approval_status: 'approved', approved_at: at })
      await count(group_id, 0, -1)
    },

    async reject(member: StoredMember): Promise<void> {
      await this.remove(member)
      await sql('rejections').insert({ group_id: member.groupId, user_id: member.userId }).onConflict().ignore()
    },

    async wasRejectedSince(groupId: number, userId: string, moment: Date): Promise<boolean> {
      const rejection = sql('rejections').where({ group_id: groupId, user_id: userId })
      return (await rejection.where('rejected_at', '>', moment).first('user_id')) !== undefined
    },

    async remove(member: StoredMember): Promise<void> {
      await members(sql).where({ group_id: member.groupId, user_id: member.userId }).delete()
      await count(member.groupId, -1, -pendingIn(member))
    },
  }
}
