import { adminActed } from '@purple-sector/contracts/chat/events'
import type { RoomType } from '@purple-sector/contracts/chat/http'
import { type Database, databaseTime } from '@purple-sector/database'
import { entry } from '@purple-sector/messaging'
import type { Caller } from '@purple-sector/service-kit'
import { retryUntilReplicated } from '@purple-sector/service-kit/calls/retry-until-replicated'
import { auditAction } from '@purple-sector/service-kit/data/audit'
import { noSuchMessage } from '../messages/deletion.ts'
import { markMessageDeleted } from '../messages/mark-message-deleted.ts'
import { ensureUsers } from '../projections/user-projection.ts'
import { lockRoomOwner } from '../rooms/lock-room.ts'
import { findModerated } from './moderation-read-model.ts'

type Request = { type: RoomType; messageId: number; reason: string }

/** Deletes any message, also in groups of which the administrator is no member. A second deletion changes nothing. */
export const deleteAsAdministrator =
  ({ database }: { database: Database }) =>
  async (caller: Caller, { type, messageId, reason }: Request): Promise<void> => {
    const target = await findModerated(database, type, messageId)
    if (!target) throw noSuchMessage()
    const { room, auditState } = target
    await retryUntilReplicated(() =>
      database.transaction(async (sql) => {
        await lockRoomOwner(sql, room)
        await ensureUsers(sql, [caller])
        const act = {
          at: await databaseTime(sql),
          action: 'message.deleted',
          subject: { type: 'message', id: messageId },
          before: auditState,
          after: { reason },
        }
        await markMessageDeleted(
          sql,
          room,
          messageId,
          { by: caller.userId, reason },
          entry(adminActed, auditAction(caller, act)),
        )
      }),
    )
  }
