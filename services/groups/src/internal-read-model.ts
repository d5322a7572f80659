import type { CallAnswer } from '@purple-sector/contracts/call'
import { membershipChanged } from '@purple-sector/contracts/groups/events'
import type { listMemberships, Membership, MembershipKey } from '@purple-sector/contracts/groups/internal'
import type { Database, Transaction } from '@purple-sector/database'
import { sequenced } from '@purple-sector/messaging'
import { singleWeekendOf } from './groups/group.ts'
import { IS_PRESENT, LEFT_JOIN_WEEKEND } from './groups/group-presence-sql.ts'
import { type MembershipState, membershipState } from './members/member.ts'
import { type MemberRow, memberOf } from './members/member-repository.ts'

type Row = MemberRow & { weekend_id: number | null; season_id: number | null; current_weekend_id: number | null }
type Found = { state: MembershipState; weekendId: number | null; allSeason: boolean }

const COLUMNS = 'm.*, g.weekend_id, g.season_id, w.id as current_weekend_id'

const foundOf = (row: Row): Found => ({
  state: membershipState(memberOf(row), singleWeekendOf({ seasonId: row.season_id, weekendId: row.weekend_id })),
  weekendId: row.current_weekend_id,
  allSeason: row.season_id !== null,
})

const cursorOf = ({ groupId, userId }: MembershipState): string => `${groupId}/${userId}`

/** Reads the next present memberships by group and user, after the cursor. */
export const membershipsAfter = async (
  sql: Transaction,
  cursor: string | undefined,
  limit: number,
): Promise<{ found: Found[]; next: string | undefined }> => {
  const [, groupId = '0', userId = ''] = /^(\d{1,10})\/(.+)$/.exec(cursor ?? '') ?? []
  const { rows } = await sql.raw<{ rows: Row[] }>(
    `select ${COLUMNS} from members m join groups g on g.id = m.group_id ${LEFT_JOIN_WEEKEND}
     where ${IS_PRESENT} and (m.group_id, m.user_id) > (?::integer, ?) order by m.group_id, m.user_id limit ?`,
    [groupId, userId, limit],
  )
  const found = rows.map(foundOf)
  const last = found.length === limit ? found.at(-1) : undefined
  return { found, next: last && cursorOf(last.state) }
}

const toMemberships = async (sql: Transaction, found: Found[]): Promise<Membership[]> => {
  const states = await sequenced(
    sql,
    membershipChanged,
    found.map(({ state }) => state),
  )
  return states.flatMap(({ sequence, data: { groupId, userId } }, index) => {
    const { weekendId = null, allSeason = false } = found[index] ?? {}
    return { groupId, weekendId, allSeason, userId, sequence }
  })
}

/** Reads a page of memberships for a gateway; states and sequences come from one snapshot. */
export const membershipPage =
  ({ database, limit }: { database: Database; limit: number }) =>
  (after: string | undefined): Promise<CallAnswer<typeof listMemberships>> =>
    database.transaction(
      async (sql) => {
        const { found, next = null } = await membershipsAfter(sql, after, limit)
        return { memberships: await toMemberships(sql, found), next }
      },
      { isolationLevel: 'repeatable read', readOnly: true },
    )

/**
 * Returns the requested memberships that exist, from one snapshot. A call contains the requests of many users, so an id
 * that no group can have must not fail the whole call.
 */
export const membershipsAmong = (database: Database, keys: readonly MembershipKey[]): Promise<Membership[]> =>
  database.transaction(
    async (sql) => {
      const { rows } = await sql.raw<{ rows: Row[] }>(
        `select ${COLUMNS} from unnest(?::bigint[], ?::text[]) wanted (group_id, user_id)
         join members m using (group_id, user_id)
         join groups g on g.id = m.group_id ${LEFT_JOIN_WEEKEND} where ${IS_PRESENT}`,
        [keys.map(({ groupId }) => groupId), keys.map(({ userId }) => userId)],
      )
      return toMemberships(sql, rows.map(foundOf))
    },
    { isolationLevel: 'repeatable read', readOnly: true },
  )
