import type { ClientFrame, ServerFrame } from '@purple-sector/contracts/realtime'
import { learnServerTime } from '../time/server-clock.ts'
import { createDeduplicator } from './deduplicator.ts'
import { type NextConnection, openNextConnection } from './next-connection.ts'
import type { Realtime, RealtimeStatus } from './realtime.ts'
import { readFrame, type Subscription, subscriptionOf } from './realtime.ts'
import { createTimingFrames } from './timing-frames.ts'

/** Time for a restarted gateway to return, in ms, so that its clients do not all reconnect at once. */
const RECONNECT_DELAY_MS = 10_000
/** Close code of the server that means: do not reconnect. */
const NORMAL_CLOSE = 1000
/** Close code of a session that was ended elsewhere (docs/contract.md, Realtime). */
const SESSION_ENDED = 4401
/** Interval of pings on a silent connection, in ms. */
const PING_INTERVAL_MS = 25_000
/** A busy page handles the server's first time late, so it requests another one after this many ms. */
const CLOCK_RESYNC_MS = 2_000
const PONG_TIMEOUT_MS = 10_000
/** Timeout of a ping when the page becomes visible, in ms: the user is looking. */
const VISIBLE_PONG_TIMEOUT_MS = 1_500
/** Silence, in ms, after which a connection counts as dead when the page wakes up: pings are more frequent. */
const SLEEP_THRESHOLD_MS = 40_000
/** How often the page checks for a jump of its clock, in ms, which means that the device slept. */
const WAKE_CHECK_INTERVAL_MS = 5_000
const OPEN_TIMEOUT_MS = 10_000
const RESUBSCRIBE_DELAY_MS = 5_000
/** Wait before another attempt, in ms, when the load balancer led back to the draining gateway. */
const MIGRATION_RETRY = { afterMs: 1_000, jitterMs: 2_000 }
/** Least time between requests for the full state, in ms: a new subscription gets all states in full. */
const FULL_STATE_INTERVAL_MS = 5_000
/** Changes of several groups within this time, in ms, cause one subscription: the rate of client frames is limited. */
const GROUPS_DEBOUNCE_MS = 300

type Options = {
  reconnectMs?: number
  onSessionEnded?(): void
  /** For a cached page: the time of its data, in ms, since when it counts as disconnected. */
  asOf?: number | undefined
}

/**
 * Opens the app's one socket, which reconnects and repeats the last subscription.
 *
 * While its gateway drains, it changes to another one without a gap.
 */
export const connectRealtime = (
  url: string,
  { reconnectMs = RECONNECT_DELAY_MS, onSessionEnded = () => {}, asOf }: Options = {},
): Realtime => {
  const frameListeners = new Set<(frame: ServerFrame) => void>()
  const statusListeners = new Set<() => void>()
  const timers = { open: 0, retry: 0, ping: 0, pong: 0, again: 0, groups: 0, expanded: 0, time: 0, migrate: 0 }
  let status: RealtimeStatus = { isConnected: false, lostAt: null, retryAt: null }
  let subscription: Subscription | undefined
  let granted: readonly number[] = []
  let socket: WebSocket | undefined
  let next: NextConnection | undefined
  const timingFrames = createTimingFrames()
  const deduplicate = createDeduplicator()
  let since = asOf
  let openedAt = 0
  /** When the last frame of the server arrived, in ms. */
  let lastHeardAt = 0
  let pingedAt = 0
  let fullStateRequestedAt = Number.NEGATIVE_INFINITY

  const become = (next: RealtimeStatus): void => {
    status = next
    for (const listener of statusListeners) listener()
  }

  const send = (frame: ClientFrame, target = socket): void => {
    if (target?.readyState === WebSocket.OPEN) target.send(JSON.stringify(frame))
  }

  /** Sends the current subscription; false where there is none yet. */
  const subscribeOn = (target: WebSocket | undefined): boolean => {
    if (!subscription) return false
    send(subscriptionOf(subscription), target)
    return true
  }

  const resubscribe = (): void => {
    clearTimeout(timers.groups)
    subscribeOn(socket)
    if (next) subscribeOn(next.socket)
  }

  const requestFullState = (): void => {
    clearTimeout(timers.expanded)
    const waitMs = fullStateRequestedAt + FULL_STATE_INTERVAL_MS - Date.now()
    if (waitMs > 0) {
      timers.expanded = window.setTimeout(requestFullState, waitMs)
      return
    }
    fullStateRequestedAt = Date.now()
    resubscribe()
  }

  /**
   * Subscribes again when a group's membership may have changed.
   *
   * A gateway may learn of a membership after the reply of the join, and a granted one may have ended and started again:
   * a frame without a `seq` is about the user's own (docs/contract.md, Realtime).
   */
  const followGroups = (frame: ServerFrame): void => {
    if (frame.type === 'subscribed') granted = frame.data.groupIds
    if (frame.type !== 'group_updated' || frame.data.deleted) return
    const { groupId } = frame.data
    if (!subscription?.groupIds.includes(groupId) || (granted.includes(groupId) && frame.seq !== undefined)) return
    clearTimeout(timers.groups)
    timers.groups = window.setTimeout(resubscribe, GROUPS_DEBOUNCE_MS)
  }

  const stopTimers = (): void => {
    for (const timer of Object.values(timers)) clearTimeout(timer)
  }

  /** Releases the socket without waiting for its close frame, which a dead network never brings. */
  const releaseSocket = (): void => {
    stopTimers()
    if (!socket) return
    socket.onopen = socket.onmessage = socket.onclose = socket.onerror = null
    socket.close(NORMAL_CLOSE)
    socket = undefined
  }

  const releaseAll = (): void => {
    releaseSocket()
    next?.abandon()
    next = undefined
  }

  const scheduleReconnect = (): void => {
    const now = Date.now()
    become({ isConnected: false, lostAt: status.lostAt ?? since ?? now, retryAt: now + reconnectMs })
    timers.retry = window.setTimeout(connect, reconnectMs)
  }

  const reconnectLater = (): void => {
    releaseAll()
    scheduleReconnect()
  }

  const requestServerTime = (): void => {
    pingedAt = Date.now()
    send({ type: 'ping' })
  }

  /** Checks that the server still answers. */
  const ping = (timeoutMs = PONG_TIMEOUT_MS, silent = handleLoss): void => {
    clearTimeout(timers.ping)
    clearTimeout(timers.pong)
    if (!status.isConnected) return
    timers.pong = window.setTimeout(silent, timeoutMs)
    requestServerTime()
    timers.ping = window.setTimeout(() => ping(), PING_INTERVAL_MS)
  }

  /** Opens another connection while the gateway drains; it replaces this one once it has the same state. */
  const migrate = (): void => {
    clearTimeout(timers.migrate)
    next ??= openNextConnection(url, {
      subscribe: subscribeOn,
      onReady: switchToNext,
      onFailed() {
        next = undefined
        timers.migrate = window.setTimeout(migrate, MIGRATION_RETRY.afterMs + Math.random() * MIGRATION_RETRY.jitterMs)
      },
    })
  }

  /** Makes the next connection the current one, in any state. */
  const switchToNext = (): void => {
    if (!next) return
    const { socket: nextSocket, openedAt: nextOpenedAt, frames, release } = next
    release()
    next = undefined
    releaseSocket()
    attach(nextSocket, nextOpenedAt)
    if (nextSocket.readyState !== WebSocket.OPEN) {
      become({ isConnected: false, lostAt: Date.now(), retryAt: null })
      return
    }
    startHeartbeat()
    for (const frame of frames) receive(frame)
  }

  /** Handles a dead connection: switches to the next one if there is one, else reconnects later. */
  const handleLoss = (): void => {
    if (next) switchToNext()
    else reconnectLater()
  }

  const receive = (frame: ServerFrame): void => {
    clearTimeout(timers.pong)
    lastHeardAt = Date.now()
    if (frame.type === 'reconnect') {
      migrate()
      return
    }
    if (frame.type === 'hello') learnServerTime(frame.data.serverTime, openedAt)
    if (frame.type === 'pong') learnServerTime(frame.data.serverTime, pingedAt)
    if (frame.type === 'error' && frame.data.code === 'UNAVAILABLE')
      timers.again = window.setTimeout(resubscribe, RESUBSCRIBE_DELAY_MS)
    followGroups(frame)
    const expanded = timingFrames.expand(frame)
    if (!expanded) {
      requestFullState()
      return
    }
    if (expanded.type === 'timing_update') clearTimeout(timers.expanded)
    const newFrame = deduplicate(expanded)
    if (newFrame) for (const listener of frameListeners) listener(newFrame)
  }

  /** Starts the heartbeat of an open connection. */
  const startHeartbeat = (): void => {
    clearTimeout(timers.open)
    timers.ping = window.setTimeout(() => ping(), PING_INTERVAL_MS)
    timers.time = window.setTimeout(requestServerTime, CLOCK_RESYNC_MS)
  }

  /** Attaches to a new connection; discards the state of the previous one. */
  const attach = (newSocket: WebSocket, at: number): void => {
    timingFrames.reset()
    fullStateRequestedAt = Number.NEGATIVE_INFINITY
    socket = newSocket
    openedAt = at
    timers.open = window.setTimeout(reconnectLater, OPEN_TIMEOUT_MS)
    newSocket.onopen = () => {
      lastHeardAt = Date.now()
      startHeartbeat()
      since = undefined
      become({ isConnected: true, lostAt: null, retryAt: null })
      resubscribe()
    }
    newSocket.onmessage = ({ data }) => {
      const frame = readFrame(data)
      if (frame) receive(frame)
    }
    newSocket.onerror = () => console.info('The realtime connection failed')
    newSocket.onclose = ({ code }) => {
      if (next && code !== NORMAL_CLOSE && code !== SESSION_ENDED) {
        switchToNext()
        return
      }
      releaseAll()
      if (code === NORMAL_CLOSE) become({ isConnected: false, lostAt: Date.now(), retryAt: 'never' })
      else scheduleReconnect()
      if (code === SESSION_ENDED) onSessionEnded()
    }
  }

  const connect = (): void => {
    releaseAll()
    become({ ...status, retryAt: null })
    attach(new WebSocket(url), Date.now())
  }

  const onOnline = (): void => {
    if (!status.isConnected) connect()
  }
  const reopen = (): void => {
    reconnectLater()
    connect()
  }
  /** Handles a page in use again: replaces a connection that slept, and pings any other. */
  const onWakeUp = (): void => {
    if (document.visibilityState !== 'visible' || status.retryAt === 'never') return
    const isOpening = !status.isConnected && status.retryAt === null && Date.now() - openedAt < VISIBLE_PONG_TIMEOUT_MS
    if (isOpening) return
    if (!status.isConnected || Date.now() - lastHeardAt > SLEEP_THRESHOLD_MS) reopen()
    else ping(VISIBLE_PONG_TIMEOUT_MS, reopen)
  }
  /** A page restored from the back/forward cache has a socket that only looks open. */
  const onPageShow = ({ persisted }: PageTransitionEvent): void => {
    if (persisted && status.retryAt !== 'never') reopen()
  }
  let checkedAt = Date.now()
  const wakeCheck = window.setInterval(() => {
    const sleptMs = Date.now() - checkedAt - WAKE_CHECK_INTERVAL_MS
    checkedAt = Date.now()
    if (sleptMs > SLEEP_THRESHOLD_MS) onWakeUp()
  }, WAKE_CHECK_INTERVAL_MS)
  window.addEventListener('offline', reconnectLater)
  window.addEventListener('online', onOnline)
  window.addEventListener('pageshow', onPageShow)
  document.addEventListener('visibilitychange', onWakeUp)
  document.addEventListener('resume', onWakeUp)
  connect()

  return {
    subscribe(weekendId, groupIds = [], options = {}) {
      subscription = { weekendId, groupIds, options }
      resubscribe()
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
      window.removeEventListener('offline', reconnectLater)
      window.removeEventListener('online', onOnline)
      window.removeEventListener('pageshow', onPageShow)
      document.removeEventListener('visibilitychange', onWakeUp)
      document.removeEventListener('resume', onWakeUp)
      clearInterval(wakeCheck)
      releaseAll()
    },
  }
}
