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

/** Somebody before a group. */
export type Candidate = { groupId: number; userId: string }

/** How somebody stands to a group, and when that was. */
export type Relation = { isMember: boolean; wasRejected: boolean; isInvited: boolean; now: Date }

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

    /** How some people stand to groups that are held, each in their place, and the time by the database's clock. */
    async findRelations(candidates: readonly Candidate[]): Promise<Relation[]> {
      const { rows } = await prepared<Relation>(
        sql,
        'find-relations',
        `select
           exists (select from members m where m.group_id = candidate.group_id and m.user_id = candidate.user_id) as "isMember",
           exists (select from rejections r where r.group_id = candidate.group_id and r.user_id = candidate.user_id) as "wasRejected",
           exists (
             select from invitations i
             where i.group_id = candidate.group_id and i.invitee_id = candidate.user_id and i.status = 'pending'
           ) as "isInvited",
           clock_timestamp() as now
         from unnest(:groupIds::integer[], :userIds::text[]) with ordinality as candidate (group_id, user_id, place)
         order by place`,
        { groupIds: candidates.map(({ groupId }) => groupId), userIds: candidates.map(({ userId }) => userId) },
      )
      return rows
    },

    /**
     * Whoever comes in again is rejected no longer. In one statement: many come in the same minutes.
     */
    async insert(...entering: readonly StoredMember[]): Promise<void> {
      await prepared(
        sql,
        'enter',
        `with entering as materialized (
           select * from json_to_recordset(:entering::json) as e ("groupId" integer, "userId" text, role text,
             "approvalStatus" text, "joinedAt" timestamptz, "approvedAt" timestamptz)
         ), entered as (
           insert into members (group_id, user_id, role, approval_status, joined_at, approved_at)
           select "groupId", "userId", role, "approvalStatus", "joinedAt", "approvedAt" from entering
         ), forgiven as (
           delete from rejections r using entering where r.group_id = "groupId" and r.user_id = "userId"
         ), counted as (
           select "groupId", count(*) as members, count(*) filter (where "approvalStatus" = 'pending') as pending
           from entering group by "groupId"
         )
         update groups set member_count = member_count + members, pending_count = pending_count + pending
         from counted where id = "groupId"`,
        { entering: JSON.stringify(entering) },
      )
    },

    /** Who has been approved longest, but for one person. */
    async longestApproved(groupId: number, exceptUserId: string): Promise<StoredMember | undefined> {
      const row = await members(sql)
        .where({ group_id: groupId, approval_status: 'approved' })
        .whereNot({ user_id: exceptUserId })
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
