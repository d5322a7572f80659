import { browserState } from '../../../ui/base/browser-state.ts'
import { type ChatRoom, roomName } from './room.ts'

/** Scroll position in a room: at its newest messages, or further up. */
export type ScrollPosition = 'end' | 'back'

const positions = browserState(() => new Map<string, ScrollPosition>())

/** Records the scroll position of this tab in a room; null once the room is closed. */
export const setScrollPosition = (room: ChatRoom, position: ScrollPosition | null): void => {
  if (position === null) positions().delete(roomName(room))
  else positions().set(roomName(room), position)
}

/** Whether the newest messages of a room are visible in this tab. */
export const isNewestVisible = (room: ChatRoom): boolean =>
  positions().get(roomName(room)) === 'end' && document.visibilityState === 'visible'

/** Whether the user is scrolled up, so that old messages must stay loaded. */
export const isScrolledUp = (room: ChatRoom): boolean => positions().get(roomName(room)) === 'back'
