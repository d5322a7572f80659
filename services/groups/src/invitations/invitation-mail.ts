import { bidiIsolate } from '@purple-sector/contracts/bidi-isolate'
import { displayName, type Names } from '@purple-sector/contracts/identity/display-name'
import type { Mail } from '@purple-sector/mail'
import { defang } from '@purple-sector/mail/defang'

type InvitationMail = { to: string; inviter: Names; groupName: string; inviteCode: string; publicUrl: string }

const MAX_LENGTH = 60

/** Returns a name as one line of text, at most 60 characters long, also for names stored before they were validated. */
const singleLine = (name: string): string => {
  const line = name.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ').trim()
  const characters = [...line]
  return characters.length > MAX_LENGTH ? `${characters.slice(0, MAX_LENGTH - 1).join('')}…` : line
}

/** Builds the mail of an invitation to an address. */
export const invitationMail = ({ to, inviter, groupName, inviteCode, publicUrl }: InvitationMail): Mail => {
  const name = displayName(inviter)
  const inviterName = bidiIsolate(defang(name === 'Anonymous' ? 'Someone' : singleLine(name)))
  const group = bidiIsolate(defang(singleLine(groupName)))
  return {
    to,
    subject: `${inviterName} invites you to ${group}`,
    text: `Hello,

${inviterName} invites you to the group
“${group}” on Purple Sector, where friends tip
the races of a weekend.

To join, open this link and sign in, or create an account with this
email address:

${publicUrl}/groups/join/${inviteCode}

The invitation is for the account that has verified this address. If
you don’t know who invited you, ignore this email: you won’t be added
to a group unless you join it.

Purple Sector
`,
  }
}
