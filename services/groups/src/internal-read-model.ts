import type { CallAnswer } from '@purple-sector/contracts/call'
import { membershipChanged } from '@purple-sector/contracts/groups/events'
import type { listMemberships, Membership, MembershipKey } from '@purple-sector/contracts/groups/internal'
import type { Database, Transaction } from '@purple-sector/database'
import { sequenced } from '@purple-sector/messaging'
import { type MembershipState, membershipState } from './members/member.ts'
import { type MemberRow, memberOf } from './members/member-repository.ts'

type Row = MemberRow & { weekend_id: number }

const cursorOf = ({ groupId, userId }: MembershipState): string => `${groupId}/${userId}`

/** Reads the next present memberships by group and user, after the cursor. */
export const membershipsAfter = async (
  sql: Transaction,
  cursor: string | undefined,
  limit: number,
): Promise<{ states: MembershipState[]; next: string | undefined }> => {
  const [, groupId = '0', userId = ''] = /^(\d{1,10})\/(.+)$/.exec(cursor ?? '') ?? []
  const { rows } = await sql.raw<{ rows: Row[] }>(
    `select m.*, g.weekend_id from members m
     join groups g on g.id = m.group_id join weekends w on w.id = g.weekend_id
     where (m.group_id, m.user_id) > (?::integer, ?) order by m.group_id, m.user_id limit ?`,
    [groupId, userId, limit],
  )
  const states = rows.map((row) => membershipState(memberOf(row), row.weekend_id))
  const last = states.length === limit ? states.at(-1) : undefined
  return { states, next: last && cursorOf(last) }
}

const toMemberships = async (sql: Transaction, states: MembershipState[]): Promise<Membership[]> =>
  (await sequenced(sql, membershipChanged, states)).map(({ sequence, data: { groupId, weekendId, userId } }) => ({
    groupId,
    weekendId,
    userId,
    sequence,
  }))

/** Reads a page of memberships for a gateway; states and sequences come from one snapshot. */
export const membershipPage =
  ({ database, limit }: { database: Database; limit: number }) =>
  (after: string | undefined): Promise<CallAnswer<typeof listMemberships>> =>
    database.transaction(
      async (sql) => {
        const { states, next = null } = await membershipsAfter(sql, after, limit)
        return { memberships: await toMemberships(sql, states), next }
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
        `select m.*, g.weekend_id from unnest(?::bigint[], ?::text[]) wanted (group_id, user_id)
         join members m using (group_id, user_id)
         join groups g on g.id = m.group_id join weekends w on w.id = g.weekend_id`,
        [keys.map(({ groupId }) => groupId), keys.map(({ userId }) => userId)],
      )
      return toMemberships(
        sql,
        rows.map((row) => membershipState(memberOf(row), row.weekend_id)),
      )
    },
    { isolationLevel: 'repeatable read', readOnly: true },
  )
