import { messageDeleted } from '@purple-sector/contracts/chat/events'
import type { Transaction } from '@purple-sector/database'
import { entry, type OutboxEntry, outbox } from '@purple-sector/messaging'
import { type Room, refOf } from '../rooms/room.ts'
import { messageRepository } from './message-repository.ts'

/**
 * Marks a message as deleted and publishes the deletion; returns false if there is none, or if it is already deleted.
 *
 * The row remains, with `deletion`, and no reply contains the message any more. Locks the room row, so that the message
 * count is right in every event. `otherEvents` are published with the deletion.
 */
export const markMessageDeleted = async (
  sql: Transaction,
  room: Room,
  id: number,
  deletion: { by: string; reason: string | null },
  ...otherEvents: readonly OutboxEntry[]
): Promise<boolean> => {
  const messages = messageRepository(sql, room)
  await messages.lockRoomRow()
  const messageCount = await messages.markDeleted(id, deletion)
  if (messageCount === undefined) return false
  await outbox(sql).appendMany([entry(messageDeleted, { id, ...refOf(room), messageCount }), ...otherEvents])
  return true
}
