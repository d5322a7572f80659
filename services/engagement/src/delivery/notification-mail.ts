import type { NotificationType } from '@purple-sector/contracts/engagement/http'
import type { Database } from '@purple-sector/database'
import type { Mail, MailWriter } from '@purple-sector/mail'
import { defang } from '@purple-sector/mail/defang'
import { deliveryRepository, type MailedNotification } from './delivery-repository.ts'
import { unsubscribeToken } from './unsubscribe-token.ts'

/** The only kind of mail that this service sends; its subject is a notification. */
export type MailKind = 'notification'

/** Texts that name each notification type in mails and on the unsubscribe page. */
export const TYPE_LABELS: Record<NotificationType, string> = {
  deadline: 'upcoming deadlines',
  nudge: 'nudges from your groups',
  position: 'your position and points',
  correction: 'corrected results',
  season: 'your season',
  session: 'sessions that move or reopen',
  'car-out': 'cars you tipped that are out',
  'tips-removed': 'deleted tips',
  'auto-tip': 'automatic tips',
  invitation: 'invitations',
  'invitation-answer': 'replies to your invitations',
  membership: 'your group memberships',
  'group-rules': 'changed rules of groups and seasons',
  achievement: 'achievements',
}

type Links = { publicUrl: string; linkSecret: string }

/** Returns the unsubscribe link of a type, which also accepts the one-click POST of mail programs (RFC 8058). */
const unsubscribeLink = ({ publicUrl, linkSecret }: Links, subscriber: { userId: string; type: string }): string =>
  `${publicUrl}/api/notifications/unsubscribe/${unsubscribeToken(linkSecret, subscriber)}`

/** Builds the mail of a notification: its text, its link and the unsubscribe link. */
export const notificationMail = (
  { to, userId, type, title, message, link }: MailedNotification,
  links: Links,
): Mail => {
  const unsubscribeUrl = unsubscribeLink(links, { userId, type })
  return {
    to,
    subject: defang(title),
    text: `${defang(message)}

${links.publicUrl}${link ?? '/'}

You asked for emails about ${TYPE_LABELS[type]}.
To unsubscribe, open this link. You don’t need to be signed in:

${unsubscribeUrl}

Purple Sector
`,
    headers: { 'List-Unsubscribe': `<${unsubscribeUrl}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' },
  }
}

/** Writes the mail of a notification; undefined if it was read, is disabled, or reminds of a tipped or closed category. */
export const writeNotificationMail =
  (database: Database, links: Links): MailWriter<MailKind> =>
  async (_kind, notificationId) => {
    const notification = await deliveryRepository(database).findMailed(notificationId)
    return notification && notificationMail(notification, links)
  }
