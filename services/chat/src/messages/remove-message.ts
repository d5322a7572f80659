import { messageDeleted } from '@purple-sector/contracts/chat/events'
import type { Transaction } from '@purple-sector/database'
import { outbox } from '@purple-sector/messaging'
import { type Room, refOf } from '../rooms/room.ts'
import { messageRepository } from './message-repository.ts'

/**
 * Takes a message out of a room for good and tells it; false where it is not there, or no more. The room is held
 * meanwhile, so that its count is right in every event.
 */
export const removeMessage = async (
  sql: Transaction,
  room: Room,
  id: number,
  deletion: { by: string; reason: string | null },
): Promise<boolean> => {
  const messages = messageRepository(sql, room)
  await messages.hold()
  const messageCount = await messages.remove(id, deletion)
  if (messageCount === undefined) return false
  await outbox(sql).append(messageDeleted, { id, ...refOf(room), messageCount })
  return true
}
