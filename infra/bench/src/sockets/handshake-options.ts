import { WEEKEND_ID } from './stand-in-owners.ts'

/** A fan's browser: signed in, subscribed, and shown everything it asked for (its own standing comes last). */
export const SIGNED_IN = {
  path: '/ws',
  isSignedIn: true,
  first: [JSON.stringify({ type: 'subscribe', weekendId: WEEKEND_ID, groupIds: [] })],
  readyAt: '"my_standing"',
}

/** The same in a browser of today: of live timing it is told what has changed. */
export const TIMING_CHANGES = {
  ...SIGNED_IN,
  first: [JSON.stringify({ type: 'subscribe', weekendId: WEEKEND_ID, groupIds: [], timingChanges: true })],
}

/** Signed in and let in; nothing is asked for yet. */
export const GREETED = { path: '/ws', isSignedIn: true, first: [] as string[], readyAt: '"hello"' }

export const WITHOUT_SESSION = { path: '/', isSignedIn: false, first: [] as string[] }

/** Socket.IO's default namespace is entered by `40`, and answered alike. */
export const SOCKET_IO = {
  path: '/socket.io/?EIO=4&transport=websocket',
  isSignedIn: false,
  first: ['40'],
  readyAt: '40{',
}
