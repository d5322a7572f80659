import { badField, forbidden, notFound } from '@purple-sector/service-kit/errors'

/** What has to be known of the message. */
type Message = { userId: string; isDeleted: boolean }
type Wish = { userId: string; isAdmin: boolean; reason: string | undefined }

export const noSuchMessage = () => notFound('MESSAGE_NOT_FOUND', 'There’s no such message.')

/**
 * Who may take a message out of a group's chat: whoever wrote it, and the group's admin, who gives a reason for somebody
 * else's (docs/rules.md, Moderation). One that is gone already is no error, so that a repetition frightens nobody.
 */
export const decideDeletion = (
  message: Message | undefined,
  { userId, isAdmin, reason }: Wish,
): { kind: 'remove'; reason: string | null } | { kind: 'done' } => {
  if (!message) throw noSuchMessage()
  const isOwn = message.userId === userId
  if (!isOwn && !isAdmin) throw forbidden('NOT_YOUR_MESSAGE', 'That’s not your message.')
  if (message.isDeleted) return { kind: 'done' }
  if (isOwn) return { kind: 'remove', reason: null }
  if (reason === undefined) throw badField('reason', 'Please give a reason')
  return { kind: 'remove', reason }
}
