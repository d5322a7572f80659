import type { ClientFrame, ServerFrame } from '@purple-sector/contracts/realtime'
import { createDeduplicator } from './deduplicator.ts'
import { type NextConnection, openNext } from './next-connection.ts'
import { readFrame } from './read-frame.ts'
import type { Realtime, RealtimeStatus } from './realtime.ts'
import { learnServerTime } from './server-clock.ts'
import { subscriptionOf, type Wanted } from './subscription.ts'
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
const PONG_WHEN_SEEN_MS = 1_500
/** Silence after which a connection is taken for dead when the page wakes up: it would have been asked and have answered. */
const ASLEEP_MS = 40_000
/** How often the page looks whether its clock has jumped, which says that the device slept. */
const WAKE_CHECK_MS = 5_000
const OPEN_MS = 10_000
const SUBSCRIBE_AGAIN_MS = 5_000
/** Who is led back to the gateway that stops tries again, and not together with all others. */
const MOVE_AGAIN = { afterMs: 1_000, spreadMs: 2_000 }
/** Who subscribes is shown all states, so what cannot be built on is told whole; asked no sooner than this after the last time. */
const WHOLE_AGAIN_MS = 5_000
/** A client may send few frames: what several groups tell at once is answered once. */
const TOGETHER_MS = 300

type Options = {
  reconnectMs?: number
  onSessionOver?(): void
  /** Since when nobody has told what changes, where the page that connects is not of now: then it is lost since that, in ms. */
  asOf?: number | undefined
}

/**
 * One socket for the app: reconnects by itself and subscribes again to what was wanted last. Where its gateway stops it
 * moves to another one first.
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
  /** When the other side was last heard, in ms. */
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

  /** False where nothing is wanted yet. */
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

  /** Asks whether the other side is still there. */
  const ping = (timeoutMs = PONG_MS, silent = lose): void => {
    clearTimeout(timers.ping)
    clearTimeout(timers.pong)
    if (!status.isConnected) return
    timers.pong = window.setTimeout(silent, timeoutMs)
    askForTime()
    timers.ping = window.setTimeout(() => ping(), PING_MS)
  }

  /** The gateway stops: another connection is opened, which takes over when it has all that this one has. */
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

  /** The next connection is the one from now on, as far as it has come. */
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

  /** The connection does not hold: the next one takes its place, where there is one. */
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

  /** It is open: looks whether it stays so. */
  const watch = (): void => {
    clearTimeout(timers.open)
    timers.ping = window.setTimeout(() => ping(), PING_MS)
    timers.time = window.setTimeout(askForTime, TIME_AGAIN_MS)
  }

  /** A connection that nobody has heard yet: what was told on another one counts no more. */
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
  /** The page is used again: a connection that slept is replaced at once, any other is asked whether it is still there. */
  const wakeUp = (): void => {
    if (document.visibilityState !== 'visible' || status.retryAt === 'never') return
    const isOpening = !status.isConnected && status.retryAt === null && Date.now() - openedAt < PONG_WHEN_SEEN_MS
    if (isOpening) return
    if (!status.isConnected || Date.now() - heardAt > ASLEEP_MS) openAgain()
    else ping(PONG_WHEN_SEEN_MS, openAgain)
  }
  /** A page out of the browser's cache has a socket that only looks open. */
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
