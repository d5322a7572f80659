import type { OwnMembership } from '@purple-sector/contracts/groups/http'
import type { Database } from '@purple-sector/database'

/** The groups somebody is in, and whether they were approved there. */
export const membershipsOf = async (database: Database, userId: string): Promise<OwnMembership[]> => {
  const { rows } = await database.raw<{ rows: OwnMembership[] }>(
    `select m.group_id as "groupId", m.approval_status as "approvalStatus"
     from members m join groups g on g.id = m.group_id join weekends w on w.id = g.weekend_id
     where m.user_id = ? order by m.group_id`,
    [userId],
  )
  return rows
}
