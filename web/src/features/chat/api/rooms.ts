import type { Message, Room } from '@purple-sector/contracts/chat/http'
import { type ChatRoom, isSameRoom, roomOf } from './room.ts'

/** Upper bound of unread counts (`MAX_UNREAD` of the contract). */
const MAX_UNREAD = 100

export const findRoom = (rooms: readonly Room[], room: ChatRoom): Room | undefined =>
  rooms.find((other) => isSameRoom(roomOf(other), room))

/** Changes one room of a list; returns the same list if the room is not in it. */
export const withRoom = (rooms: Room[], room: ChatRoom, change: (current: Room) => Room): Room[] =>
  findRoom(rooms, room)
    ? rooms.map((current) => (isSameRoom(roomOf(current), room) ? change(current) : current))
    : rooms

/** Counts messages of others as unread. */
export const withUnread =
  (messages: readonly Message[], userId: string) =>
  (room: Room): Room => {
    const fresh = messages.filter((message) => message.userId !== userId && message.id > (room.lastReadId ?? 0)).length
    return fresh === 0 ? room : { ...room, unread: Math.min(MAX_UNREAD, room.unread + fresh) }
  }

/** Marks messages up to this one as read; the mark never goes back. */
export const readUpTo =
  (messageId: number) =>
  (room: Room): Room =>
    messageId > (room.lastReadId ?? 0) || room.unread > 0
      ? { ...room, unread: 0, lastReadId: Math.max(messageId, room.lastReadId ?? 0) }
      : room

/** Subtracts a deleted message from the unread count if it was unread. */
export const withMessageDeleted =
  (messageId: number) =>
  (room: Room): Room =>
    messageId > (room.lastReadId ?? 0) && room.unread > 0 && room.unread < MAX_UNREAD
      ? { ...room, unread: room.unread - 1 }
      : room

/** Formats an unread count: `3`, or `99+` beyond the counted maximum. */
export const formatUnread = (unread: number): string => (unread >= MAX_UNREAD ? '99+' : String(unread))
