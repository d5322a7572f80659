import { badField, forbidden, notFound } from '@purple-sector/service-kit/errors'

/** The fields of the message that the decision needs. */
type Message = { userId: string; isDeleted: boolean }
type DeletionRequest = { userId: string; isAdmin: boolean; reason: string | undefined }

export const noSuchMessage = () => notFound('MESSAGE_NOT_FOUND', 'There’s no such message.')

/**
 * Decides whether a user may delete a message of a group's room.
 *
 * The author may, and the group's admin, who must give a reason for other users' messages (docs/rules.md, Moderation).
 * A message that is already deleted is no error, so that a retry succeeds.
 */
export const decideDeletion = (
  message: Message | undefined,
  { userId, isAdmin, reason }: DeletionRequest,
): { kind: 'remove'; reason: string | null } | { kind: 'done' } => {
  if (!message) throw noSuchMessage()
  const isOwn = message.userId === userId
  if (!isOwn && !isAdmin) throw forbidden('NOT_YOUR_MESSAGE', 'That’s not your message.')
  if (message.isDeleted) return { kind: 'done' }
  if (isOwn) return { kind: 'remove', reason: null }
  if (reason === undefined) throw badField('reason', 'Please give a reason')
  return { kind: 'remove', reason }
}
