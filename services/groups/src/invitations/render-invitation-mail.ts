import type { Names } from '@purple-sector/contracts/identity/display-name'
import type { Database } from '@purple-sector/database'
import type { MailWriter } from '@purple-sector/mail'
import { invitationMail } from './invitation-mail.ts'

/** The only kind of mail that this service sends, about an invitation. */
export type MailKind = 'invitation'

type Row = Names & { to: string; groupName: string; inviteCode: string }

/**
 * Renders the mail of an invitation when it is sent.
 *
 * Undefined, so that no mail is sent, if the invitation is not pending any more or has no email address, or if its group
 * or the weekend of the group is deleted.
 */
export const renderInvitationMail =
  ({ database, publicUrl }: { database: Database; publicUrl: string }): MailWriter<MailKind> =>
  async (_kind, invitationId) => {
    const { rows } = await database.raw<{ rows: Row[] }>(
      `select i.invitee_email as "to", g.name as "groupName", g.invite_code as "inviteCode",
         u.username, u.first_name as "firstName", u.last_name as "lastName"
       from invitations i
       join groups g on g.id = i.group_id
       join weekends w on w.id = g.weekend_id
       left join users u on u.id = i.inviter_id
       where i.id = ?::integer and i.status = 'pending' and i.invitee_email is not null`,
      [invitationId],
    )
    const [row] = rows
    if (!row) return undefined
    const { to, groupName, inviteCode, ...inviter } = row
    return invitationMail({ to, inviter, groupName, inviteCode, publicUrl })
  }
