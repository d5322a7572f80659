import type { NotificationType } from '@purple-sector/contracts/engagement/http'
import type { Database } from '@purple-sector/database'
import type { Mail, MailWriter } from '@purple-sector/mail'
import { defang } from '@purple-sector/mail/defang'
import { isOver } from '../reminders/reminded.ts'
import { unsubscribeToken } from './unsubscribe-token.ts'

/** The one kind of mail that this service sends; it is about a notification. */
export type MailKind = 'notification'

/** What a kind is about, as mails and their page name it. */
export const ABOUT: Record<NotificationType, string> = {
  deadline: 'upcoming deadlines',
  position: 'your position and points',
  correction: 'corrected results',
  session: 'sessions that move or reopen',
  'car-out': 'cars you tipped that are out',
  'tips-removed': 'deleted tips',
  invitation: 'invitations',
  'invitation-answer': 'replies to your invitations',
  membership: 'your group memberships',
  'group-rules': 'changed group rules',
  achievement: 'achievements',
}

type Row = {
  to: string
  userId: string
  type: NotificationType
  title: string
  message: string
  link: string | null
}

type Links = { publicUrl: string; linkSecret: string }

/** The page that ends mails of this kind, and takes the one click of a mail program (RFC 8058). */
const unsubscribeLink = ({ publicUrl, linkSecret }: Links, of: { userId: string; type: string }): string =>
  `${publicUrl}/api/notifications/unsubscribe/${unsubscribeToken(linkSecret, of)}`

/** The mail of a notification: its own words, where it leads, and how to get no more of its kind. */
export const notificationMail = ({ to, userId, type, title, message, link }: Row, links: Links): Mail => {
  const end = unsubscribeLink(links, { userId, type })
  return {
    to,
    subject: defang(title),
    text: `${defang(message)}

${links.publicUrl}${link ?? '/'}

You asked for emails about ${ABOUT[type]}.
To unsubscribe, open this link. You don’t need to be signed in:

${end}

Purple Sector
`,
    headers: { 'List-Unsubscribe': `<${end}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' },
  }
}

/** Writes the mail of a notification; none where it was read meanwhile, is wanted no more, or reminds of what is over. */
export const writeNotificationMail =
  (database: Database, links: Links): MailWriter<MailKind> =>
  async (_kind, notificationId) => {
    const { rows } = await database.raw<{ rows: Row[] }>(
      `select u.verified_email as "to", u.id as "userId", n.type, n.title, n.message, n.link
       from notifications n
       join users u on u.id = n.user_id
       join notification_preferences p on p.user_id = n.user_id and n.type = any(p.mail_on)
       left join reminded d on d.notification_id = n.id
       where n.id = ?::integer and n.read_at is null and u.verified_email is not null
         and (d.notification_id is null or not ${isOver('d')})`,
      [notificationId],
    )
    return rows[0] && notificationMail(rows[0], links)
  }
