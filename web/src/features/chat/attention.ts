import { type ChatRoom, roomName } from './room.ts'

/** Where in a room somebody reads: its newest messages, or further up. */
export type Place = 'end' | 'back'

const places = new Map<string, Place>()

/** Tells where this tab reads in a room; null once it is closed. */
export const attend = (room: ChatRoom, place: Place | null): void => {
  if (place === null) places.delete(roomName(room))
  else places.set(roomName(room), place)
}

/** Whether what comes is seen at once. */
export const isSeen = (room: ChatRoom): boolean =>
  places.get(roomName(room)) === 'end' && document.visibilityState === 'visible'

/** Whether messages far above must stay where they are. */
export const isReadingBack = (room: ChatRoom): boolean => places.get(roomName(room)) === 'back'
