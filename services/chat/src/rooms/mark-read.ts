import type { Room as RoomView } from '@purple-sector/contracts/chat/http'
import type { Database } from '@purple-sector/database'
import type { Caller } from '@purple-sector/service-kit'
import type { AuthorizeRoom } from './authorize-room.ts'
import { lockRoomForUser } from './lock-room.ts'
import type { Room } from './room.ts'
import { readRoomView } from './room-read-model.ts'

/** The mark never moves back, nor beyond the last message. */
const MARK = `
insert into read_marks (user_id, room_type, room_id, last_read_id)
select :userId, :type, :id, least(:messageId::bigint, coalesce(
  (select last_message_id from rooms where type = :type and id = :id), 0))::integer
on conflict (user_id, room_type, room_id) do update set last_read_id = excluded.last_read_id
where read_marks.last_read_id < excluded.last_read_id`

/** Marks a room as read up to a message, and returns the room as the user sees it. */
export const markRead =
  ({ database, authorizeRoom }: { database: Database; authorizeRoom: AuthorizeRoom }) =>
  async ({ userId }: Caller, room: Room, messageId: number): Promise<RoomView> => {
    const verifiedMembership = await authorizeRoom(room, userId)
    return database.transaction(async (sql) => {
      await lockRoomForUser(sql, room, { userId, verifiedMembership })
      await sql.raw(MARK, { ...room, userId, messageId })
      return readRoomView(sql, room, userId)
    })
  }
