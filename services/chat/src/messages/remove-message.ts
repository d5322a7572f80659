import { messageDeleted } from '@purple-sector/contracts/chat/events'
import type { Transaction } from '@purple-sector/database'
import { entry, type OutboxEntry, outbox } from '@purple-sector/messaging'
import { type Room, refOf } from '../rooms/room.ts'
import { messageRepository } from './message-repository.ts'

/**
 * Deletes a message permanently and publishes the deletion; returns false if there is none, or if it was already deleted.
 *
 * The room is locked, so that the message count is right in every event. `otherEvents` are published with the deletion.
 */
export const removeMessage = async (
  sql: Transaction,
  room: Room,
  id: number,
  deletion: { by: string; reason: string | null },
  ...otherEvents: readonly OutboxEntry[]
): Promise<boolean> => {
  const messages = messageRepository(sql, room)
  await messages.lockRoom()
  const messageCount = await messages.remove(id, deletion)
  if (messageCount === undefined) return false
  await outbox(sql).appendMany([entry(messageDeleted, { id, ...refOf(room), messageCount }), ...otherEvents])
  return true
}
