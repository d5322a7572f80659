import { WEEKEND_ID } from './fake-services.ts'

/** A fan's browser: signed in, subscribed, and open when it has its own row, which comes last. */
export const SIGNED_IN = {
  path: '/ws',
  isSignedIn: true,
  first: [JSON.stringify({ type: 'subscribe', weekendId: WEEKEND_ID, groupIds: [] })],
  readyAt: '"my_standing"',
}

/** The same in a current browser, which receives changes of live timing instead of full snapshots. */
export const TIMING_CHANGES = {
  ...SIGNED_IN,
  first: [JSON.stringify({ type: 'subscribe', weekendId: WEEKEND_ID, groupIds: [], timingChanges: true })],
}

/** Signed in and accepted, without a subscription. */
export const GREETED = { path: '/ws', isSignedIn: true, first: [] as string[], readyAt: '"hello"' }

export const WITHOUT_SESSION = { path: '/', isSignedIn: false, first: [] as string[] }

/** Socket.IO's default namespace is entered by `40`, and the reply is the same. */
export const SOCKET_IO = {
  path: '/socket.io/?EIO=4&transport=websocket',
  isSignedIn: false,
  first: ['40'],
  readyAt: '40{',
}
