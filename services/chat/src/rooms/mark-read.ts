import type { Room as RoomView } from '@purple-sector/contracts/chat/http'
import type { Database } from '@purple-sector/database'
import type { Caller } from '@purple-sector/service-kit'
import type { AuthorizeRoom } from './authorize-room.ts'
import { lockRoomForUser } from './lock-room.ts'
import { raiseReadMark } from './read-mark-sql.ts'
import type { Room } from './room.ts'
import { readRoomView } from './room-read-model.ts'

/** Marks a room as read up to a message, and returns the room as the user sees it. */
export const markRead =
  ({ database, authorizeRoom }: { database: Database; authorizeRoom: AuthorizeRoom }) =>
  async ({ userId }: Caller, room: Room, messageId: number): Promise<RoomView> => {
    const verifiedMembership = await authorizeRoom(room, userId)
    return database.transaction(async (sql) => {
      await lockRoomForUser(sql, room, { userId, verifiedMembership })
      await raiseReadMark(sql, room, { userId, messageId })
      return readRoomView(sql, room, userId)
    })
  }
