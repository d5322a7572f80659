import type { Room } from '@purple-sector/contracts/chat/http'
import { useQuery } from '@tanstack/react-query'
import { useActiveWeekend } from '../weekends/active-weekend.tsx'
import { roomsQuery } from './chat-queries.ts'
import type { ChatRoom } from './room.ts'
import { findRoom } from './rooms.ts'

const useFound = (room: ChatRoom, enabled: boolean): Room | undefined => {
  const { weekend } = useActiveWeekend()
  return useQuery({ ...roomsQuery(weekend?.id ?? null), enabled, select: (rooms) => findRoom(rooms, room) }).data
}

/** What is known of a room besides its messages; undefined until it is, or where the server does not tell. */
export const useRoom = (room: ChatRoom): Room | undefined => useFound(room, true)

/** The same, where it is not worth a request. */
export const useKnownRoom = (room: ChatRoom): Room | undefined => useFound(room, false)
