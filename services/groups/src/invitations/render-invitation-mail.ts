import type { Database } from '@purple-sector/database'
import type { MailWriter } from '@purple-sector/mail'
import { invitationMail } from './invitation-mail.ts'
import { readMailedInvitation } from './invitation-read-model.ts'

/** The only kind of mail that this service sends, about an invitation. */
export type MailKind = 'invitation'

/**
 * Renders the mail of an invitation when it is sent.
 *
 * Undefined, so that no mail is sent, if the invitation is not pending any more or has no email address, or if its group
 * or the weekend of the group is deleted.
 */
export const renderInvitationMail =
  ({ database, publicUrl }: { database: Database; publicUrl: string }): MailWriter<MailKind> =>
  async (_kind, invitationId) => {
    const row = await readMailedInvitation(database, invitationId)
    if (!row) return undefined
    const { to, groupName, inviteCode, ...inviter } = row
    return invitationMail({ to, inviter, groupName, inviteCode, publicUrl })
  }
