import { adminActed, roomChanged } from '@purple-sector/contracts/chat/events'
import type { Database } from '@purple-sector/database'
import { entry, outbox } from '@purple-sector/messaging'
import type { Caller } from '@purple-sector/service-kit'
import { retryUntilReplicated } from '@purple-sector/service-kit/calls/retry-until-replicated'
import { auditAction } from '@purple-sector/service-kit/data/audit'
import { messageRepository } from '../messages/message-repository.ts'
import { lockRoomOwner } from '../rooms/lock-room.ts'
import { type Room, refOf } from '../rooms/room.ts'

/** Sets the minimum time in seconds between two messages of a user in a room; repeating it changes nothing. */
export const setSlowMode =
  ({ database }: { database: Database }) =>
  (caller: Caller, room: Room, slowModeSeconds: number) =>
    retryUntilReplicated(() =>
      database.transaction(async (sql) => {
        await lockRoomOwner(sql, room)
        const { type, id } = room
        const { slowModeSeconds: before, now } = await messageRepository(sql, room).lockRoomRow()
        const reply = { ...refOf(room), slowModeSeconds }
        if (before === slowModeSeconds) return reply
        await sql('rooms').where({ type, id }).update({ slow_mode_seconds: slowModeSeconds })
        const act = {
          at: now,
          action: 'chat.slowed',
          subject: { type: `${type}-chat`, id },
          before: { slowModeSeconds: before },
          after: { slowModeSeconds },
        }
        await outbox(sql).appendMany([
          entry(roomChanged, { ...reply, deleted: false }),
          entry(adminActed, auditAction(caller, act)),
        ])
        return reply
      }),
    )
