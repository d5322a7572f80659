import type { RoomType } from '@purple-sector/contracts/chat/http'

/** A chat room: of a weekend or of a group. */
export type ChatRoom = { type: RoomType; id: number }

/** A room as replies and frames identify it: exactly one of the ids is null. */
type RoomRef = { weekendId: number | null; groupId: number | null }

export const weekendRoom = (id: number): ChatRoom => ({ type: 'weekend', id })
export const groupRoom = (id: number): ChatRoom => ({ type: 'group', id })

export const roomOf = ({ weekendId, groupId }: RoomRef): ChatRoom =>
  groupId === null ? weekendRoom(weekendId ?? 0) : groupRoom(groupId)

export const isSameRoom = (a: ChatRoom, b: ChatRoom): boolean => a.type === b.type && a.id === b.id

export const roomName = ({ type, id }: ChatRoom): string => `${type}/${id}`

export const chatPath = ({ type, id }: ChatRoom): string => `/api/${type}s/${id}/chat`

const ROOT = '/api/chat'

/** Prefix of the keys of all data of a room. */
export const roomKey = ({ type, id }: ChatRoom) => [ROOT, type, id] as const
export const logKey = (room: ChatRoom) => [...roomKey(room), 'log'] as const
/** Key of the messages the user sent that have not arrived in the room. */
export const outboxKey = (room: ChatRoom) => [...roomKey(room), 'outbox'] as const

/** Prefix of the keys of the user's rooms: the weekend's and all their groups'. */
export const allRoomsKey = [ROOT, 'rooms'] as const
export const roomsKey = (weekendId: number | null) => [...allRoomsKey, weekendId] as const
