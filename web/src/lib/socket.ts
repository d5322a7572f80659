import type { ClientFrame, ServerFrame } from '@purple-sector/contracts/realtime'
import { createDeduplicator } from './deduplicator.ts'
import { type NextConnection, openNext } from './next-connection.ts'
import { readFrame } from './read-frame.ts'
import type { Realtime, RealtimeStatus } from './realtime.ts'
import { learnServerTime } from './server-clock.ts'
import { subscriptionOf, type Wanted } from './subscription.ts'
import { createTimingFrames } from './timing-frames.ts'

/** Time for a restarted gateway to return, in ms, so that its clients do not all reconnect at once. */
const RECONNECT_MS = 10_000
/** Close code of the server that means: do not reconnect. */
const NORMAL_CLOSE = 1000
/** Close code of a session that was ended elsewhere (docs/contract.md, Realtime). */
const SESSION_OVER = 4401
/** Interval of pings on a silent connection, in ms. */
const PING_MS = 25_000
/** A busy page handles the server's first time late, so it requests another one after this many ms. */
const TIME_AGAIN_MS = 2_000
const PONG_MS = 10_000
/** Timeout of a ping when the page becomes visible, in ms: the user is looking. */
const PONG_WHEN_SEEN_MS = 1_500
/** Silence, in ms, after which a connection counts as dead when the page wakes up: a ping would have been answered. */
const ASLEEP_MS = 40_000
/** How often the page checks for a jump of its clock, in ms, which means that the device slept. */
const WAKE_CHECK_MS = 5_000
const OPEN_MS = 10_000
const SUBSCRIBE_AGAIN_MS = 5_000
/** Wait before another attempt, in ms, when the load balancer led back to the draining gateway. */
const MOVE_AGAIN = { afterMs: 1_000, spreadMs: 2_000 }
/** Least time between requests for the full state, in ms: a new subscription gets all states in full. */
const WHOLE_AGAIN_MS = 5_000
/** Changes of several groups within this time, in ms, cause one subscription: the rate of client frames is limited. */
const TOGETHER_MS = 300

type Options = {
  reconnectMs?: number
  onSessionOver?(): void
  /** For a cached page: when its data is from, in ms, from which on it counts as disconnected. */
  asOf?: number | undefined
}

/**
 * Opens the app's one socket, which reconnects and repeats the last subscription.
 *
 * While its gateway drains, it changes to another one without a gap.
 */
export const connectRealtime = (
  url: string,
  { reconnectMs = RECONNECT_MS, onSessionOver = () => {}, asOf }: Options = {},
): Realtime => {
  const frameListeners = new Set<(frame: ServerFrame) => void>()
  const statusListeners = new Set<() => void>()
  const timers = { open: 0, retry: 0, ping: 0, pong: 0, again: 0, groups: 0, whole: 0, time: 0, move: 0 }
  let status: RealtimeStatus = { isConnected: false, lostAt: null, retryAt: null }
  let wanted: Wanted | undefined
  let granted: readonly number[] = []
  let socket: WebSocket | undefined
  let next: NextConnection | undefined
  const timingFrames = createTimingFrames()
  const newOf = createDeduplicator()
  let since = asOf
  let openedAt = 0
  /** When the server was last heard, in ms. */
  let heardAt = 0
  let pingedAt = 0
  let wholeAskedAt = Number.NEGATIVE_INFINITY

  const become = (next: RealtimeStatus): void => {
    status = next
    for (const listener of statusListeners) listener()
  }

  const send = (frame: ClientFrame, to = socket): void => {
    if (to?.readyState === WebSocket.OPEN) to.send(JSON.stringify(frame))
  }

  /** Sends the current subscription; false where there is none yet. */
  const subscribeOn = (to: WebSocket | undefined): boolean => {
    if (!wanted) return false
    send(subscriptionOf(wanted), to)
    return true
  }

  const subscribeAsWanted = (): void => {
    clearTimeout(timers.groups)
    subscribeOn(socket)
    if (next) subscribeOn(next.socket)
  }

  const askForWhole = (): void => {
    clearTimeout(timers.whole)
    const waitMs = wholeAskedAt + WHOLE_AGAIN_MS - Date.now()
    if (waitMs > 0) {
      timers.whole = window.setTimeout(askForWhole, waitMs)
      return
    }
    wholeAskedAt = Date.now()
    subscribeAsWanted()
  }

  /**
   * Subscribes again when a group's membership may have changed.
   *
   * A gateway may hear of a membership after the reply of the join, and a granted one may have ended and started again:
   * a frame without a `seq` is about the user's own (docs/contract.md, Realtime).
   */
  const followGroups = (frame: ServerFrame): void => {
    if (frame.type === 'subscribed') granted = frame.data.groupIds
    if (frame.type !== 'group_updated' || frame.data.deleted) return
    const { groupId } = frame.data
    if (!wanted?.groupIds.includes(groupId) || (granted.includes(groupId) && frame.seq !== undefined)) return
    clearTimeout(timers.groups)
    timers.groups = window.setTimeout(subscribeAsWanted, TOGETHER_MS)
  }

  const stopTimers = (): void => {
    for (const timer of Object.values(timers)) clearTimeout(timer)
  }

  /** Releases the socket without waiting for its close frame, which a dead network never brings. */
  const letGo = (): void => {
    stopTimers()
    if (!socket) return
    socket.onopen = socket.onmessage = socket.onclose = socket.onerror = null
    socket.close(NORMAL_CLOSE)
    socket = undefined
  }

  const drop = (): void => {
    letGo()
    next?.abandon()
    next = undefined
  }

  const retryLater = (): void => {
    const now = Date.now()
    become({ isConnected: false, lostAt: status.lostAt ?? since ?? now, retryAt: now + reconnectMs })
    timers.retry = window.setTimeout(open, reconnectMs)
  }

  const giveUp = (): void => {
    drop()
    retryLater()
  }

  const askForTime = (): void => {
    pingedAt = Date.now()
    send({ type: 'ping' })
  }

  /** Checks that the server still answers. */
  const ping = (timeoutMs = PONG_MS, silent = lose): void => {
    clearTimeout(timers.ping)
    clearTimeout(timers.pong)
    if (!status.isConnected) return
    timers.pong = window.setTimeout(silent, timeoutMs)
    askForTime()
    timers.ping = window.setTimeout(() => ping(), PING_MS)
  }

  /** Opens another connection while the gateway drains; it replaces this one once it has the same state. */
  const move = (): void => {
    clearTimeout(timers.move)
    next ??= openNext(url, {
      subscribe: subscribeOn,
      onReady: takeOver,
      onFailed() {
        next = undefined
        timers.move = window.setTimeout(move, MOVE_AGAIN.afterMs + Math.random() * MOVE_AGAIN.spreadMs)
      },
    })
  }

  /** Makes the next connection the current one, in whatever state it is. */
  const takeOver = (): void => {
    if (!next) return
    const { socket: taken, openedAt: takenOpenedAt, frames, release } = next
    release()
    next = undefined
    letGo()
    listenTo(taken, takenOpenedAt)
    if (taken.readyState !== WebSocket.OPEN) {
      become({ isConnected: false, lostAt: Date.now(), retryAt: null })
      return
    }
    watch()
    for (const frame of frames) receive(frame)
  }

  /** Handles a dead connection: switches to the next one if there is one, else reconnects later. */
  const lose = (): void => {
    if (next) takeOver()
    else giveUp()
  }

  const receive = (frame: ServerFrame): void => {
    clearTimeout(timers.pong)
    heardAt = Date.now()
    if (frame.type === 'reconnect') {
      move()
      return
    }
    if (frame.type === 'hello') learnServerTime(frame.data.serverTime, openedAt)
    if (frame.type === 'pong') learnServerTime(frame.data.serverTime, pingedAt)
    if (frame.type === 'error' && frame.data.code === 'UNAVAILABLE')
      timers.again = window.setTimeout(subscribeAsWanted, SUBSCRIBE_AGAIN_MS)
    followGroups(frame)
    const whole = timingFrames.expand(frame)
    if (!whole) {
      askForWhole()
      return
    }
    if (whole.type === 'timing_update') clearTimeout(timers.whole)
    const news = newOf(whole)
    if (news) for (const listener of frameListeners) listener(news)
  }

  /** Starts the heartbeat of an open connection. */
  const watch = (): void => {
    clearTimeout(timers.open)
    timers.ping = window.setTimeout(() => ping(), PING_MS)
    timers.time = window.setTimeout(askForTime, TIME_AGAIN_MS)
  }

  /** Attaches to a new connection; state of the one before is discarded. */
  const listenTo = (opened: WebSocket, at: number): void => {
    timingFrames.forget()
    wholeAskedAt = Number.NEGATIVE_INFINITY
    socket = opened
    openedAt = at
    timers.open = window.setTimeout(giveUp, OPEN_MS)
    opened.onopen = () => {
      heardAt = Date.now()
      watch()
      since = undefined
      become({ isConnected: true, lostAt: null, retryAt: null })
      subscribeAsWanted()
    }
    opened.onmessage = ({ data }) => {
      const frame = readFrame(data)
      if (frame) receive(frame)
    }
    opened.onerror = () => console.info('The realtime connection failed')
    opened.onclose = ({ code }) => {
      if (next && code !== NORMAL_CLOSE && code !== SESSION_OVER) {
        takeOver()
        return
      }
      drop()
      if (code === NORMAL_CLOSE) become({ isConnected: false, lostAt: Date.now(), retryAt: 'never' })
      else retryLater()
      if (code === SESSION_OVER) onSessionOver()
    }
  }

  const open = (): void => {
    drop()
    become({ ...status, retryAt: null })
    listenTo(new WebSocket(url), Date.now())
  }

  const networkBack = (): void => {
    if (!status.isConnected) open()
  }
  const openAgain = (): void => {
    giveUp()
    open()
  }
  /** The page is in use again: replaces a connection that slept, and pings any other. */
  const wakeUp = (): void => {
    if (document.visibilityState !== 'visible' || status.retryAt === 'never') return
    const isOpening = !status.isConnected && status.retryAt === null && Date.now() - openedAt < PONG_WHEN_SEEN_MS
    if (isOpening) return
    if (!status.isConnected || Date.now() - heardAt > ASLEEP_MS) openAgain()
    else ping(PONG_WHEN_SEEN_MS, openAgain)
  }
  /** A page restored from the back/forward cache has a socket that only looks open. */
  const pageShown = ({ persisted }: PageTransitionEvent): void => {
    if (persisted && status.retryAt !== 'never') openAgain()
  }
  let checkedAt = Date.now()
  const wakeCheck = window.setInterval(() => {
    const sleptMs = Date.now() - checkedAt - WAKE_CHECK_MS
    checkedAt = Date.now()
    if (sleptMs > ASLEEP_MS) wakeUp()
  }, WAKE_CHECK_MS)
  window.addEventListener('offline', giveUp)
  window.addEventListener('online', networkBack)
  window.addEventListener('pageshow', pageShown)
  document.addEventListener('visibilitychange', wakeUp)
  document.addEventListener('resume', wakeUp)
  open()

  return {
    subscribe(weekendId, groupIds = [], more = {}) {
      wanted = { weekendId, groupIds, more }
      subscribeAsWanted()
    },
    onFrame(listener) {
      frameListeners.add(listener)
      return () => frameListeners.delete(listener)
    },
    onStatus(listener) {
      statusListeners.add(listener)
      return () => statusListeners.delete(listener)
    },
    status: () => status,
    close() {
      window.removeEventListener('offline', giveUp)
      window.removeEventListener('online', networkBack)
      window.removeEventListener('pageshow', pageShown)
      document.removeEventListener('visibilitychange', wakeUp)
      document.removeEventListener('resume', wakeUp)
      clearInterval(wakeCheck)
      drop()
    },
  }
}
