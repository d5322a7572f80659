import type { Message, Room } from '@purple-sector/contracts/chat/http'
import { type ChatRoom, isSameRoom, roomOf } from './room.ts'

/** Unread messages are counted up to here (`MOST_UNREAD` of the contract). */
const MAX_UNREAD = 100

export const findRoom = (rooms: readonly Room[], room: ChatRoom): Room | undefined =>
  rooms.find((known) => isSameRoom(roomOf(known), room))

/** The rooms with one of them as it is now; the same list where it is none of them. */
export const withRoom = (rooms: Room[], room: ChatRoom, change: (known: Room) => Room): Room[] =>
  findRoom(rooms, room) ? rooms.map((known) => (isSameRoom(roomOf(known), room) ? change(known) : known)) : rooms

/** Others wrote: more is unread. */
export const withUnread =
  (told: readonly Message[], userId: string) =>
  (room: Room): Room => {
    const fresh = told.filter((message) => message.userId !== userId && message.id > (room.lastReadId ?? 0)).length
    return fresh === 0 ? room : { ...room, unread: Math.min(MAX_UNREAD, room.unread + fresh) }
  }

/** Everything up to this message is read. It never goes back. */
export const readUpTo =
  (messageId: number) =>
  (room: Room): Room =>
    messageId > (room.lastReadId ?? 0) || room.unread > 0
      ? { ...room, unread: 0, lastReadId: Math.max(messageId, room.lastReadId ?? 0) }
      : room

/** A message is gone that nobody has read. */
export const withOneLess =
  (messageId: number) =>
  (room: Room): Room =>
    messageId > (room.lastReadId ?? 0) && room.unread > 0 && room.unread < MAX_UNREAD
      ? { ...room, unread: room.unread - 1 }
      : room

/** 3, and 99+ where they are too many to be counted. */
export const unreadWords = (unread: number): string => (unread >= MAX_UNREAD ? '99+' : String(unread))
