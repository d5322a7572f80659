import type { Database } from '@purple-sector/database'
import type { Caller } from '@purple-sector/service-kit'
import { isGroupAdmin } from '../projections/group-projection.ts'
import type { EnterRoom } from '../rooms/enter-room.ts'
import { holdRoomFor } from '../rooms/hold-room.ts'
import { decideDeletion } from './deletion.ts'
import { messageRepository } from './message-repository.ts'
import { removeMessage } from './remove-message.ts'

type Request = { groupId: number; messageId: number; reason: string | undefined }

/** Somebody takes their message out of a group's chat, or the group's admin somebody else's. */
export const deleteMessage =
  ({ database, enter }: { database: Database; enter: EnterRoom }) =>
  async ({ userId }: Caller, { groupId, messageId, reason }: Request): Promise<void> => {
    const room = { type: 'group' as const, id: groupId }
    const verified = await enter(room, userId)
    await database.transaction(async (sql) => {
      await holdRoomFor(sql, room, { userId, verified })
      const isAdmin = await isGroupAdmin(sql, groupId, userId)
      const message = await messageRepository(sql, room).find(messageId)
      const decision = decideDeletion(message, { userId, isAdmin, reason })
      if (decision.kind === 'remove') await removeMessage(sql, room, messageId, { by: userId, reason: decision.reason })
    })
  }
