import type { RoomType } from '@purple-sector/contracts/chat/http'

/** Where people talk: about a weekend, or in a group. */
export type ChatRoom = { type: RoomType; id: number }

/** As replies and frames name it: one of the two is null. */
type RoomRef = { weekendId: number | null; groupId: number | null }

export const weekendRoom = (id: number): ChatRoom => ({ type: 'weekend', id })
export const groupRoom = (id: number): ChatRoom => ({ type: 'group', id })

export const roomOf = ({ weekendId, groupId }: RoomRef): ChatRoom =>
  groupId === null ? weekendRoom(weekendId ?? 0) : groupRoom(groupId)

export const isSameRoom = (one: ChatRoom, other: ChatRoom): boolean => one.type === other.type && one.id === other.id

export const roomName = ({ type, id }: ChatRoom): string => `${type}/${id}`

export const chatPath = ({ type, id }: ChatRoom): string => `/api/${type}s/${id}/chat`

const ROOT = '/api/chat'

/** Everything of a room begins with it. */
export const roomKey = ({ type, id }: ChatRoom) => [ROOT, type, id] as const
export const logKey = (room: ChatRoom) => [...roomKey(room), 'log'] as const
/** What the user has sent and the room has not told yet. */
export const outboxKey = (room: ChatRoom) => [...roomKey(room), 'outbox'] as const

/** The user's rooms: the weekend's and all their groups'. */
export const allRoomsKey = [ROOT, 'rooms'] as const
export const roomsKey = (weekendId: number | null) => [...allRoomsKey, weekendId] as const
