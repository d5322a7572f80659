import type { QueryClient } from '@tanstack/react-query'
import { patchRooms } from './chat-live.ts'
import type { ChatRoom } from './room.ts'
import { readUpTo, withRoom } from './rooms.ts'

const CHANNEL = 'purple-sector-chat-read'

type Mark = { room: ChatRoom; messageId: number }

export const applyMark = (client: QueryClient, { room, messageId }: Mark): void =>
  patchRooms(client, (rooms) => withRoom(rooms, room, readUpTo(messageId)))

/** Publishes the read mark to the user's other tabs: no frame carries it, so they need not fetch it. */
export const publishMark = (mark: Mark): void => {
  const channel = new BroadcastChannel(CHANNEL)
  channel.postMessage(mark)
  channel.close()
}

/** Subscribes to read marks of other tabs. Returns the unsubscribe function. */
export const subscribeToMarks = (client: QueryClient): (() => void) => {
  const channel = new BroadcastChannel(CHANNEL)
  channel.onmessage = ({ data }: MessageEvent<Mark>) => applyMark(client, data)
  return () => channel.close()
}
