import type { Room as RoomView } from '@purple-sector/contracts/chat/http'
import type { Database } from '@purple-sector/database'
import type { Caller } from '@purple-sector/service-kit'
import type { EnterRoom } from './enter-room.ts'
import { holdRoomFor } from './hold-room.ts'
import type { Room } from './room.ts'
import { roomAsSeen } from './room-read-model.ts'

/** Never back, and never beyond what was written. */
const MARK = `
insert into reads (user_id, room_type, room_id, last_read_id)
select :userId, :type, :id, least(:messageId::bigint, coalesce(
  (select last_message_id from rooms where type = :type and id = :id), 0))::integer
on conflict (user_id, room_type, room_id) do update set last_read_id = excluded.last_read_id
where reads.last_read_id < excluded.last_read_id`

/** Somebody has seen a room up to a message. */
export const markRead =
  ({ database, enter }: { database: Database; enter: EnterRoom }) =>
  async ({ userId }: Caller, room: Room, messageId: number): Promise<RoomView> => {
    const verified = await enter(room, userId)
    return database.transaction(async (sql) => {
      await holdRoomFor(sql, room, { userId, verified })
      await sql.raw(MARK, { ...room, userId, messageId })
      return roomAsSeen(sql, room, userId)
    })
  }
