import type { Room } from '@purple-sector/contracts/chat/http'
import { useQuery } from '@tanstack/react-query'
import { useActiveWeekend } from '../../weekend-data/components/active-weekend.tsx'
import { roomsQuery } from './chat-queries.ts'
import type { ChatRoom } from './room.ts'
import { findRoom } from './rooms.ts'

const useRoomOfList = (room: ChatRoom, enabled: boolean): Room | undefined => {
  const { weekend } = useActiveWeekend()
  return useQuery({ ...roomsQuery(weekend?.id ?? null), enabled, select: (rooms) => findRoom(rooms, room) }).data
}

/**
 * Returns a room's data apart from its messages, and fetches it. Undefined until loaded, or if the server omits the room.
 */
export const useRoom = (room: ChatRoom): Room | undefined => useRoomOfList(room, true)

/** Returns the room's data only if it is cached; never fetches. */
export const useCachedRoom = (room: ChatRoom): Room | undefined => useRoomOfList(room, false)
