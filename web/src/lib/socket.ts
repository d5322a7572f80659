import type { ClientFrame, ServerFrame } from '@purple-sector/contracts/realtime'
import { learnServerTime } from './server-clock.ts'
import { createTimingFrames } from './timing-frames.ts'

/** A gateway that was restarted is back by then, and its fans do not all knock at once. */
const RECONNECT_MS = 10_000
/** Meant by the server: nothing is tried again. */
const NORMAL_CLOSE = 1000
/** The session was ended somewhere else (docs/contract.md, Realtime). */
const SESSION_OVER = 4401
/** A connection that says nothing is asked now and then whether it is still there. */
const PING_MS = 25_000
/** A page that was busy with opening took the server's first time late: it asks again. */
const TIME_AGAIN_MS = 2_000
const PONG_MS = 10_000
/** A page that is looked at again has no time to lose. */
const PONG_WHEN_SEEN_MS = 3_000
const OPEN_MS = 10_000
const SUBSCRIBE_AGAIN_MS = 5_000
/** Who subscribes is shown all states, so what cannot be built on is told whole; asked no sooner than this after the last time. */
const WHOLE_AGAIN_MS = 5_000
/** A client may send few frames: what several groups tell at once is answered once. */
const TOGETHER_MS = 300

export type RealtimeStatus = {
  isConnected: boolean
  /** When the connection was lost, or first failed; null while it holds or is tried for the first time. */
  lostAt: number | null
  /** When it is tried again; null while nothing waits, `never` when the server has ended it for good. */
  retryAt: number | 'never' | null
}

/** What else is told: the news about who is trackside, or in a team; the boards as they stand. */
type More = { community?: boolean; asItStands?: boolean }

export type Realtime = {
  /**
   * Follows this weekend and these groups from now on, instead of those before; null: the news about which weekends there
   * are. A group that the server does not grant yet is asked for again when it tells that something of it changed.
   */
  subscribe(weekendId: number | null, groupIds?: readonly number[], more?: More): void
  onFrame(listener: (frame: ServerFrame) => void): () => void
  onStatus(listener: () => void): () => void
  status(): RealtimeStatus
  close(): void
}

type Options = { reconnectMs?: number; onSessionOver?(): void }

const parse = (text: unknown): ServerFrame | undefined => {
  try {
    return JSON.parse(String(text))
  } catch (error) {
    console.warn('A realtime message could not be read', error)
    return undefined
  }
}

/** One socket for the app: reconnects by itself and subscribes again to what was wanted last. */
export const connectRealtime = (
  url: string,
  { reconnectMs = RECONNECT_MS, onSessionOver = () => {} }: Options = {},
): Realtime => {
  const frameListeners = new Set<(frame: ServerFrame) => void>()
  const statusListeners = new Set<() => void>()
  const timers = { open: 0, retry: 0, ping: 0, pong: 0, again: 0, groups: 0, whole: 0, time: 0 }
  let status: RealtimeStatus = { isConnected: false, lostAt: null, retryAt: null }
  let wanted: { weekendId: number | null; groupIds: readonly number[]; more: More } | undefined
  let granted: readonly number[] = []
  let socket: WebSocket | undefined
  const timingFrames = createTimingFrames()
  let openedAt = 0
  let pingedAt = 0
  let wholeAskedAt = Number.NEGATIVE_INFINITY

  const become = (next: RealtimeStatus): void => {
    status = next
    for (const listener of statusListeners) listener()
  }

  const send = (frame: ClientFrame): void => {
    if (socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify(frame))
  }

  const subscribeAsWanted = (): void => {
    clearTimeout(timers.groups)
    if (!wanted) return
    const {
      weekendId,
      groupIds,
      more: { community, asItStands },
    } = wanted
    send({
      type: 'subscribe',
      weekendId,
      groupIds: [...groupIds],
      ...(community && { community }),
      ...(asItStands && { asItStands }),
      timingChanges: true,
    })
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
   * A gateway may hear of a membership after whoever joined has its reply. One that was granted may have ended and begun
   * again since: what is told without a `seq` is the user's own (docs/contract.md, Realtime).
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

  /** Lets go of the socket without waiting for its farewell, which a dead network never brings. */
  const drop = (): void => {
    stopTimers()
    if (!socket) return
    socket.onopen = socket.onmessage = socket.onclose = socket.onerror = null
    socket.close(NORMAL_CLOSE)
    socket = undefined
  }

  const retryLater = (): void => {
    const now = Date.now()
    become({ isConnected: false, lostAt: status.lostAt ?? now, retryAt: now + reconnectMs })
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

  /** Asks whether the other side is still there. */
  const ping = (patienceMs = PONG_MS, silent = giveUp): void => {
    clearTimeout(timers.ping)
    clearTimeout(timers.pong)
    if (!status.isConnected) return
    timers.pong = window.setTimeout(silent, patienceMs)
    askForTime()
    timers.ping = window.setTimeout(() => ping(), PING_MS)
  }

  const receive = (frame: ServerFrame): void => {
    clearTimeout(timers.pong)
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
    for (const listener of frameListeners) listener(whole)
  }

  const open = (): void => {
    drop()
    timingFrames.forget()
    wholeAskedAt = Number.NEGATIVE_INFINITY
    become({ ...status, retryAt: null })
    openedAt = Date.now()
    socket = new WebSocket(url)
    timers.open = window.setTimeout(giveUp, OPEN_MS)
    socket.onopen = () => {
      clearTimeout(timers.open)
      become({ isConnected: true, lostAt: null, retryAt: null })
      subscribeAsWanted()
      timers.ping = window.setTimeout(() => ping(), PING_MS)
      timers.time = window.setTimeout(askForTime, TIME_AGAIN_MS)
    }
    socket.onmessage = ({ data }) => {
      const frame = parse(data)
      if (frame) receive(frame)
    }
    socket.onerror = () => console.info('The realtime connection failed')
    socket.onclose = ({ code }) => {
      drop()
      if (code === NORMAL_CLOSE) become({ isConnected: false, lostAt: Date.now(), retryAt: 'never' })
      else retryLater()
      if (code === SESSION_OVER) onSessionOver()
    }
  }

  const networkBack = (): void => {
    if (!status.isConnected) open()
  }
  const pageSeen = (): void => {
    if (document.visibilityState !== 'visible') return
    ping(PONG_WHEN_SEEN_MS, () => {
      giveUp()
      open()
    })
  }
  window.addEventListener('offline', giveUp)
  window.addEventListener('online', networkBack)
  document.addEventListener('visibilitychange', pageSeen)
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
      document.removeEventListener('visibilitychange', pageSeen)
      drop()
    },
  }
}
