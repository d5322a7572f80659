import type { Database } from '@purple-sector/database'
import type { Caller } from '@purple-sector/service-kit'
import { isGroupAdmin } from '../projections/group-projection.ts'
import type { AuthorizeRoom } from '../rooms/authorize-room.ts'
import { lockRoomForUser } from '../rooms/lock-room.ts'
import { decideDeletion } from './deletion.ts'
import { markMessageDeleted } from './mark-message-deleted.ts'
import { messageRepository } from './message-repository.ts'

type Request = { groupId: number; messageId: number; reason: string | undefined }

/** Deletes a message of a group's room, for its author or for the group's admin. */
export const deleteMessage =
  ({ database, authorizeRoom }: { database: Database; authorizeRoom: AuthorizeRoom }) =>
  async ({ userId }: Caller, { groupId, messageId, reason }: Request): Promise<void> => {
    const room = { type: 'group' as const, id: groupId }
    const verifiedMembership = await authorizeRoom(room, userId)
    await database.transaction(async (sql) => {
      await lockRoomForUser(sql, room, { userId, verifiedMembership })
      const isAdmin = await isGroupAdmin(sql, groupId, userId)
      const message = await messageRepository(sql, room).find(messageId)
      const decision = decideDeletion(message, { userId, isAdmin, reason })
      if (decision.kind === 'remove')
        await markMessageDeleted(sql, room, messageId, { by: userId, reason: decision.reason })
    })
  }
