import { type Database, prepared, type Transaction, table } from '@purple-sector/database'
import type { StoredMember } from './member.ts'

export type MemberRow = {
  group_id: number
  user_id: string
  role: StoredMember['role']
  approval_status: StoredMember['approvalStatus']
  joined_at: Date
  approved_at: Date | null
  uses_open_tips: boolean
}

const members = table<MemberRow>('members')

export const memberOf = (row: MemberRow): StoredMember => ({
  groupId: row.group_id,
  userId: row.user_id,
  role: row.role,
  approvalStatus: row.approval_status,
  joinedAt: row.joined_at,
  approvedAt: row.approved_at,
  usesOpenTips: row.uses_open_tips,
})

/** A user who wants to join a group. */
export type Candidate = { groupId: number; userId: string }

/** A user's relation to a group at the time `now`. */
export type Relation = { isMember: boolean; wasRejected: boolean; isInvited: boolean; now: Date }

const pendingCountOf = ({ approvalStatus }: StoredMember): number => (approvalStatus === 'pending' ? 1 : 0)

/** Members of groups. Write only under the group's lock: its counts follow every change. */
export const memberRepository = (sql: Database | Transaction) => {
  const addToCounts = async (groupId: number, members: number, pending: number): Promise<void> => {
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

    /** Reads the relations of users to locked groups, in the order of `candidates`, with the database's time. */
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

    /** Inserts members and clears their rejections. One statement, because many users join in the same minutes. */
    async insert(...newMembers: readonly StoredMember[]): Promise<void> {
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
        { entering: JSON.stringify(newMembers) },
      )
    },

    /** Finds the member who was approved first, except one user. */
    async findFirstApproved(groupId: number, exceptUserId: string): Promise<StoredMember | undefined> {
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

    /** Approves a pending member. */
    async approve({ groupId: group_id, userId: user_id }: StoredMember, at: Date): Promise<void> {
      await members(sql).where({ group_id, user_id }).update({ approval_status: 'approved', approved_at: at })
      await addToCounts(group_id, 0, -1)
    },

    async setUsesOpenTips({ groupId, userId }: StoredMember, usesOpenTips: boolean): Promise<void> {
      await members(sql).where({ group_id: groupId, user_id: userId }).update({ uses_open_tips: usesOpenTips })
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
      await addToCounts(member.groupId, -1, -pendingCountOf(member))
    },
  }
}
