import type { Invitation } from '@purple-sector/contracts/groups/http'
import { displayName, type Names } from '@purple-sector/contracts/identity/display-name'
import type { Database, Transaction } from '@purple-sector/database'
import { IS_PRESENT, LEFT_JOIN_WEEKEND } from '../groups/group-presence-sql.ts'
import type { InvitationStatus } from './invitation.ts'

/** Maximum of listed invitations; only pending ones are listed. */
const MAX_LISTED = 500

type Row = {
  id: number
  group_id: number
  group_name: string
  group_description: string
  inviter: Names
  inviter_email: string | null
  invitee_id: string | null
  invitee_email: string | null
  invitee: Names
  status: InvitationStatus
  created_at: Date
}

const namesOf = (user: string): string =>
  `json_build_object('username', ${user}.username, 'firstName', ${user}.first_name, 'lastName', ${user}.last_name)`

/* A deleted or unknown user has no names. */
const INVITATIONS = `
select i.id, i.group_id, g.name as group_name, g.description as group_description, i.invitee_id, i.invitee_email,
  i.status, i.created_at, a.verified_email as inviter_email, ${namesOf('a')} as inviter, ${namesOf('b')} as invitee
from invitations i
join groups g on g.id = i.group_id
${LEFT_JOIN_WEEKEND}
left join users a on a.id = i.inviter_id
left join users b on b.id = i.invitee_id
where ${IS_PRESENT}`

const isNameless = ({ username, firstName, lastName }: Names): boolean => !(username || firstName || lastName)

/**
 * Builds the reply of an invitation for the invitee, the inviter or the group's admin. The inviter of an address does
 * not learn the user it belongs to; the verified address replaces the name of an inviter without one.
 */
const replyTo = (viewer: string, row: Row): Invitation => {
  const inviterEmail = isNameless(row.inviter) ? row.inviter_email : null
  const showsInvitee = row.invitee_email === null || row.invitee_id === viewer
  return {
    id: row.id,
    groupId: row.group_id,
    groupName: row.group_name,
    groupDescription: row.group_description,
    inviterName: inviterEmail === null ? displayName(row.inviter) : '',
    inviterEmail,
    inviteeEmail: row.invitee_email,
    inviteeName: showsInvitee ? displayName(row.invitee) : null,
    status: row.status,
    createdAt: row.created_at.toISOString(),
  }
}

const selectInvitations = async (
  sql: Database | Transaction,
  viewer: string,
  where: string,
  bindings: Record<string, string | number | boolean>,
): Promise<Invitation[]> => {
  const query = `${INVITATIONS} and (${where}) order by i.created_at desc, i.id desc limit ${MAX_LISTED}`
  const { rows } = await sql.raw<{ rows: Row[] }>(query, bindings)
  return rows.map((row) => replyTo(viewer, row))
}

/** Lists the pending invitations of a user, newest first. */
export const invitationsTo = (sql: Database | Transaction, userId: string): Promise<Invitation[]> =>
  selectInvitations(sql, userId, `i.invitee_id = :userId and i.status = 'pending'`, { userId })

/**
 * Lists the pending invitations into a group that a user may withdraw, newest first: their own or, for the admin, all.
 */
export const invitationsInto = (
  sql: Database | Transaction,
  { groupId, userId, isAdmin }: { groupId: number; userId: string; isAdmin: boolean },
): Promise<Invitation[]> =>
  selectInvitations(
    sql,
    userId,
    `i.group_id = :groupId and i.status = 'pending' and (:isAdmin or i.inviter_id = :userId)`,
    {
      groupId,
      userId,
      isAdmin,
    },
  )

/** Reads an existing invitation for a user who may read it. */
export const readInvitation = async (sql: Transaction, id: number, viewer: string): Promise<Invitation> => {
  const [invitation] = await selectInvitations(sql, viewer, 'i.id = :id', { id })
  if (!invitation) throw new Error(`invitation ${id} not found`)
  return invitation
}

type MailedInvitation = Names & { to: string; groupName: string; inviteCode: string }

/** Reads what the mail of an invitation says, if it is pending, has an email address, and its group still exists. */
export const readMailedInvitation = async (
  sql: Database,
  invitationId: string,
): Promise<MailedInvitation | undefined> => {
  const { rows } = await sql.raw<{ rows: MailedInvitation[] }>(
    `select i.invitee_email as "to", g.name as "groupName", g.invite_code as "inviteCode",
       u.username, u.first_name as "firstName", u.last_name as "lastName"
     from invitations i
     join groups g on g.id = i.group_id
     ${LEFT_JOIN_WEEKEND}
     left join users u on u.id = i.inviter_id
     where ${IS_PRESENT} and i.id = ?::integer and i.status = 'pending' and i.invitee_email is not null`,
    [invitationId],
  )
  return rows[0]
}
