import { invitationChanged } from '@purple-sector/contracts/groups/events'
import { type Database, databaseTime, isUniqueViolation, type Transaction, table } from '@purple-sector/database'
import { entry, type OutboxEntry } from '@purple-sector/messaging'
import { IS_PRESENT, LEFT_JOIN_WEEKEND } from '../groups/group-presence-sql.ts'
import { alreadyInvited, type InvitationStatus, invitationState, type StoredInvitation } from './invitation.ts'

type Row = {
  id: number
  group_id: number
  inviter_id: string
  invitee_id: string | null
  invitee_email: string | null
  status: InvitationStatus
  created_at: Date
}
type GroupRow = { name: string; weekend_id: number | null }

const invitations = table<Row>('invitations')

const invitationOf = (row: Row): StoredInvitation => ({
  id: row.id,
  groupId: row.group_id,
  inviterId: row.inviter_id,
  inviteeId: row.invitee_id,
  inviteeEmail: row.invitee_email,
  status: row.status,
  createdAt: row.created_at,
})

/** Invitations with their groups; groups of a deleted weekend are hidden before their rows are removed. */
const WITH_GROUP = `
select i.*, g.name, case when g.season_id is null then g.weekend_id end as weekend_id
from invitations i join groups g on g.id = i.group_id ${LEFT_JOIN_WEEKEND}
where ${IS_PRESENT}`

type RowWithGroup = Row & GroupRow
type Selection = { where: string; bindings: readonly (string | number)[]; suffix?: string }

/** An invitation with the fields of its group that the event contains. */
export type InvitationOfGroup = { invitation: StoredInvitation; group: { name: string; weekendId: number | null } }

/** Returns the event of an invitation. */
export const invitationEvent = ({ invitation, group }: InvitationOfGroup): OutboxEntry =>
  entry(invitationChanged, invitationState(invitation, group))

export const invitationRepository = (sql: Database | Transaction) => {
  const select = async ({ where, bindings, suffix = '' }: Selection): Promise<InvitationOfGroup[]> => {
    const query = `${WITH_GROUP} and (${where}) order by i.id ${suffix}`
    const { rows } = await sql.raw<{ rows: RowWithGroup[] }>(query, [...bindings])
    return rows.map((row) => ({ invitation: invitationOf(row), group: { name: row.name, weekendId: row.weekend_id } }))
  }
  /** Locks invitations that this transaction writes. */
  const selectForUpdate = (where: string, ...bindings: (string | number)[]) =>
    select({ where, bindings, suffix: 'for update of i' })

  return {
    async find(id: number): Promise<StoredInvitation | undefined> {
      const row = await invitations(sql).where({ id }).first()
      return row && invitationOf(row)
    },

    async selectForUpdate(id: number): Promise<InvitationOfGroup | undefined> {
      const [found] = await selectForUpdate('i.id = ?', id)
      return found
    },

    /** Locks a user's pending invitation into a group. */
    async selectPendingForUpdate(groupId: number, userId: string): Promise<InvitationOfGroup | undefined> {
      const [found] = await selectForUpdate(
        `i.group_id = ? and i.invitee_id = ? and i.status = 'pending'`,
        groupId,
        userId,
      )
      return found
    },

    /** Locks the pending invitations to an unclaimed address. */
    selectUnclaimedForUpdate: (email: string) =>
      selectForUpdate(`lower(i.invitee_email) = lower(?) and i.invitee_id is null and i.status = 'pending'`, email),

    /** Locks the pending invitations that a user has sent into a group. */
    selectSentIntoForUpdate: (groupId: number, userId: string) =>
      selectForUpdate(`i.group_id = ? and i.inviter_id = ? and i.status = 'pending'`, groupId, userId),

    /** Locks the pending invitations that a user has sent or received. */
    selectOfUserForUpdate: (userId: string) =>
      selectForUpdate(`(i.inviter_id = ? or i.invitee_id = ?) and i.status = 'pending'`, userId, userId),

    /** Locks the invitations of `selectOfUserForUpdate` and all pending ones into groups that the user created. */
    selectOfFounderForUpdate: (userId: string) =>
      selectForUpdate(
        `(i.inviter_id = ? or i.invitee_id = ? or i.group_id in (select id from groups where creator_id = ?))
         and i.status = 'pending'`,
        userId,
        userId,
        userId,
      ),

    /** Locks all pending invitations into a group. */
    selectIntoForUpdate: (groupId: number) => selectForUpdate(`i.group_id = ? and i.status = 'pending'`, groupId),

    /** Reads the next invitations by id, after the cursor. */
    listAfter: (cursor: number, limit: number) =>
      select({ where: 'i.id > ?', bindings: [cursor, limit], suffix: 'limit ?' }),

    /** Whether a user has a pending invitation, by name or by their address. */
    async isPending(groupId: number, { userId, email }: { userId: string | null; email: string | null }) {
      const row = await invitations(sql)
        .where({ group_id: groupId, status: 'pending' })
        .whereRaw('(invitee_id = ? or lower(invitee_email) = lower(?))', [userId, email])
        .first('id')
      return row !== undefined
    },

    async insert(invitation: Omit<StoredInvitation, 'id' | 'createdAt' | 'status'>): Promise<StoredInvitation> {
      const {
        groupId: group_id,
        inviterId: inviter_id,
        inviteeId: invitee_id,
        inviteeEmail: invitee_email,
      } = invitation
      const created_at = await databaseTime(sql)
      const [row] = await invitations(sql)
        // The time is read while the group is locked, like that of a rejection, so their order is certain.
        .insert({ group_id, inviter_id, invitee_id, invitee_email, status: 'pending', created_at })
        .returning('*')
        .catch((error: unknown) => {
          throw isUniqueViolation(error, 'invitations_person') || isUniqueViolation(error, 'invitations_address')
            ? alreadyInvited()
            : error
        })
      if (!row) throw new Error('an invitation was not stored')
      return invitationOf(row)
    },

    /** Stores a changed status or invitee; returns the invitation. */
    async save(
      { invitation, group }: InvitationOfGroup,
      change: Partial<Pick<StoredInvitation, 'status' | 'inviteeId'>>,
    ) {
      const changed = { ...invitation, ...change }
      await invitations(sql).where({ id: changed.id }).update({ status: changed.status, invitee_id: changed.inviteeId })
      return { invitation: changed, group }
    },

    async withdraw(ids: readonly number[]): Promise<void> {
      await invitations(sql).whereIn('id', ids).update({ status: 'withdrawn' })
    },

    /**
     * Deletes all invitations that a user received, by name or by address, and all that they sent to unclaimed
     * addresses; returns their ids.
     */
    async removeOf(userId: string, email: string | null): Promise<number[]> {
      const { rows } = await sql.raw<{ rows: { id: number }[] }>(
        `with gone as (
           select id from invitations where invitee_id = :userId or lower(invitee_email) = lower(:email)
             or (inviter_id = :userId and invitee_id is null)
           order by id for update
         )
         delete from invitations using gone where invitations.id = gone.id returning invitations.id`,
        { userId, email },
      )
      return rows.map(({ id }) => id)
    },
  }
}
