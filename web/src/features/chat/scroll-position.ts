import { type ChatRoom, roomName } from './room.ts'

/** Scroll position in a room: at its newest messages, or further up. */
export type ScrollPosition = 'end' | 'back'

const places = new Map<string, ScrollPosition>()

/** Records the scroll position of this tab in a room; null once the room is closed. */
export const setScrollPosition = (room: ChatRoom, position: ScrollPosition | null): void => {
  if (position === null) places.delete(roomName(room))
  else places.set(roomName(room), position)
}

/** Whether the user sees new messages of a room immediately. */
export const isSeen = (room: ChatRoom): boolean =>
  places.get(roomName(room)) === 'end' && document.visibilityState === 'visible'

/** Whether the user is scrolled up, so that old messages must stay loaded. */
export const isScrolledUp = (room: ChatRoom): boolean => places.get(roomName(room)) === 'back'
