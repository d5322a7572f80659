import { messageDeleted } from '@purple-sector/contracts/chat/events'
import type { Transaction } from '@purple-sector/database'
import { entry, type OutboxEntry, outbox } from '@purple-sector/messaging'
import { type Room, refOf } from '../rooms/room.ts'
import { messageRepository } from './message-repository.ts'

/**
 * Takes a message out of a room for good and tells it; false where it is not there, or no more. The room is held
 * meanwhile, so that its count is right in every event. What else is told of the deletion leaves with it.
 */
export const removeMessage = async (
  sql: Transaction,
  room: Room,
  id: number,
  deletion: { by: string; reason: string | null },
  ...told: readonly OutboxEntry[]
): Promise<boolean> => {
  const messages = messageRepository(sql, room)
  await messages.hold()
  const messageCount = await messages.remove(id, deletion)
  if (messageCount === undefined) return false
  await outbox(sql).appendMany([entry(messageDeleted, { id, ...refOf(room), messageCount }), ...told])
  return true
}
