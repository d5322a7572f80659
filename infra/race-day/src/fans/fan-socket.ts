import { WebSocket } from 'ws'
import { createReceivedRevisions, type Received } from '../comparison/received-revisions.ts'
import { parseFrame } from './frames.ts'
import { moveAgainAfter, type NextSocket, openNext } from './next-socket.ts'
import type { FrameReply } from './replies.ts'

export type Board = Extract<FrameReply, { type: 'leaderboard_update' }>['data']
export type Standing = Extract<FrameReply, { type: 'my_standing' }>['data']
export type TimingFrame = Extract<FrameReply, { type: 'timing_update' }>
export type ProjectedLeaderboardFrame = Extract<FrameReply, { type: 'projected_leaderboard' }>

/** A board as a client has it. */
export type Seen = { readonly board: Board | null; readonly standing: Standing | null }

/** The state of one fan's client; survives reconnects as a browser's memory does. */
export type FanSocket = Seen & {
  /** The boards of the subscribed groups, by id. */
  readonly groups: ReadonlyMap<number, Seen>
  readonly reported: Received
  /** The latest timing frame of each session, by race id. */
  readonly timings: ReadonlyMap<number, TimingFrame>
  /** Projected leaderboards received on the current connection, oldest first. */
  readonly projected: readonly ProjectedLeaderboardFrame[]
  /** Number of lost connections; the client rightly misses messages sent meanwhile. */
  readonly interruptions: number
  readonly complaints: string[]
  /** Resolves with the first `subscribed`, or when the gateway refuses the connection. */
  readonly ready: Promise<void>
  /** Subscribes to a group too; the gateway may learn of the membership a moment later. */
  follow(groupId: number): void
  /**
   * Ends a membership: no frame of the group may arrive any more.
   * The client does not know that the membership ended, so it sends nothing.
   */
  leave(groupId: number): void
  close(): void
}

/**
 * Delay that batches new subscriptions, and delay before a retry; ms.
 * Both keep below the rate at which a gateway accepts frames.
 */
const [gatherFor, askAgainAfter] = [50, 700]

/** Time until a gateway knows that a membership has ended; ms. */
const grace = 2_000

export type FanSocketOptions = {
  /** Base URLs; the first is preferred, the client tries the next after a loss. */
  urls: string[]
  /** `Origin` to send; that of the URL in use when left out. */
  origin?: string
  cookie: string
  weekendId: number
  /** Whether to subscribe to projected leaderboards. */
  projected?: boolean
  onBoard?: (version: number, receivedAt: number) => void
}

/**
 * Follows the weekend as a fan's browser does, and checks the frames it receives.
 * Keeps newer versions only, reconnects after a loss, and moves to another gateway when its own announces that it
 * stops. This is not the socket of the tests (`packages/testing`): it checks frames by its own account and outlives its
 * connections.
 */
export const openFanSocket = ({
  urls,
  origin,
  cookie,
  weekendId,
  projected = false,
  onBoard,
}: FanSocketOptions): FanSocket => {
  let socket: WebSocket | null = null
  let isClosed = false
  let attempts = 0
  let retry: NodeJS.Timeout | undefined
  let next: NextSocket | null = null
  let moveAgain: NodeJS.Timeout | undefined
  let connections = 0
  /** Index of the current URL, and of the next one to try. */
  let door = 0
  const revisions = createReceivedRevisions()
  let seenHere = new Map<number | null, { board: number; standing: number }>()
  const own = { board: null as Board | null, standing: null as Standing | null }
  const groups = new Map<number, { board: Board | null; standing: Standing | null }>()
  const gone = new Map<number, number>()
  let granted: readonly number[] = []
  const becameReady = Promise.withResolvers<void>()
  const state = {
    get board() {
      return own.board
    },
    get standing() {
      return own.standing
    },
    groups,
    reported: revisions.reported,
    timings: new Map<number, TimingFrame>(),
    projected: [] as ProjectedLeaderboardFrame[],
    interruptions: 0,
    complaints: [] as string[],
    ready: becameReady.promise,
    follow(groupId: number) {
      gone.delete(groupId)
      groups.set(groupId, { board: null, standing: null })
      seenHere.delete(groupId)
      if (socket?.readyState !== WebSocket.OPEN) return
      subscribeSoon()
    },
    leave(groupId: number) {
      gone.set(groupId, Date.now())
      groups.delete(groupId)
    },
    close() {
      isClosed = true
      clearTimeout(retry)
      stopMoving()
      socket?.close(1000)
    },
  }

  type Kind = 'board' | 'standing'
  const isOlder = (kind: Kind, { groupId, version }: { groupId: number | null; version: number }, known: Seen) => {
    const seen = seenHere.get(groupId) ?? { board: 0, standing: 0 }
    if (version < seen[kind]) {
      const whose = groupId === null ? '' : ` of group ${groupId}`
      state.complaints.push(`${kind} version${whose} fell from ${seen[kind]} to ${version}`)
    }
    seenHere.set(groupId, { ...seen, [kind]: Math.max(seen[kind], version) })
    return version < (known[kind]?.version ?? -1)
  }

  const takeBoard = (frame: Extract<FrameReply, { data: Board | Standing }>, receivedAt: number) => {
    const { groupId, version } = frame.data
    const known = groupId === null ? own : groups.get(groupId)
    if (!known) {
      const since = gone.get(groupId ?? 0)
      if (since !== undefined && receivedAt > since + grace) {
        state.complaints.push(`${frame.type} of group ${groupId}, ${receivedAt - since} ms after the membership ended`)
      }
    } else if (frame.type === 'my_standing') {
      if (!isOlder('standing', frame.data, known)) known.standing = frame.data
    } else {
      const isNew = !isOlder('board', frame.data, known) && version !== known.board?.version
      if (isNew) known.board = frame.data
      if (isNew && groupId === null) onBoard?.(version, receivedAt)
    }
  }

  const isWhole = (frame: Extract<FrameReply, { type: 'subscribed' }>) =>
    frame.data.weekendId === weekendId && [...groups.keys()].every((id) => frame.data.groupIds.includes(id))

  /**
   * Whether to subscribe again to a group that was granted.
   * The membership may have ended and begun again since: the gateway notifies the user of both, in this order.
   */
  const mayFollowAgain = ({ data: { groupId, deleted }, seq }: Extract<FrameReply, { type: 'group_updated' }>) =>
    !deleted && groups.has(groupId) && (seq === undefined || !granted.includes(groupId))

  const take = (frame: FrameReply, receivedAt: number) => {
    if (frame.type === 'reconnect') {
      move()
    } else if (frame.type === 'hello') {
      subscribe()
    } else if (frame.type === 'subscribed') {
      granted = frame.data.groupIds
      clearTimeout(retry)
      if (!isWhole(frame)) retry = setTimeout(subscribe, askAgainAfter)
      if (frame.data.weekendId !== weekendId) return
      attempts = 0
      becameReady.resolve()
    } else if (frame.type === 'group_updated') {
      if (mayFollowAgain(frame)) subscribeSoon()
    } else if (frame.type === 'error') {
      state.complaints.push(`error frame ${frame.data.code}: ${frame.data.message}`)
    } else if (frame.type === 'race_completed') {
      revisions.note('completed', frame.data, connections)
    } else if (frame.type === 'result_corrected') {
      revisions.note('corrected', frame.data, connections)
    } else if (frame.type === 'result_status') {
      revisions.note('status', frame.data, connections)
    } else if (frame.data.weekendId !== weekendId) {
      return
    } else if (frame.type === 'timing_update') {
      state.timings.set(frame.data.raceId, frame)
    } else if (frame.type === 'projected_leaderboard') {
      state.projected.push(frame)
    } else {
      takeBoard(frame, receivedAt)
    }
  }

  const subscribeOn = (opened: WebSocket | null | undefined) => {
    if (opened?.readyState !== WebSocket.OPEN) return
    const data = { weekendId, groupIds: [...groups.keys()], ...(projected && { projected }) }
    opened.send(JSON.stringify({ type: 'subscribe', data }))
  }

  const subscribe = () => {
    subscribeOn(socket)
    subscribeOn(next?.socket)
  }

  const subscribeSoon = () => {
    clearTimeout(retry)
    retry = setTimeout(subscribe, gatherFor)
  }

  const openSocket = (): WebSocket => {
    const base = new URL(urls[door % urls.length]!).origin
    return new WebSocket(`${base.replace(/^http/, 'ws')}/ws`, {
      headers: { cookie },
      origin: origin ?? base,
      perMessageDeflate: false,
      handshakeTimeout: 10_000,
    })
  }

  const read = (data: unknown): FrameReply | undefined => {
    const frame = parseFrame(String(data))
    if (frame === 'unreadable') state.complaints.push(`unreadable frame: ${String(data).slice(0, 200)}`)
    return frame === 'unreadable' ? undefined : (frame ?? undefined)
  }

  /** Makes a socket the current connection. */
  const listenTo = (opened: WebSocket) => {
    seenHere = new Map()
    // A new connection receives what is running, and nothing about what ended meanwhile.
    state.projected.length = 0
    socket = opened
    connections += 1
    let lastError = ''
    opened.on('message', (data) => {
      const receivedAt = Date.now()
      const frame = read(data)
      if (frame) take(frame, receivedAt)
    })
    opened.on('error', (error) => {
      lastError = error.message
    })
    opened.on('close', (code) => {
      if (isClosed) return
      const isOver = code === 4401 || lastError.includes('401') || lastError.includes('403')
      if (!isOver && next?.hasAnswered()) {
        takeOver()
        return
      }
      stopMoving()
      if (isOver) {
        state.complaints.push(`turned away: ${code} ${lastError}`)
        becameReady.resolve()
        return
      }
      state.interruptions += 1
      attempts += 1
      retry = setTimeout(connect, Math.min(200 * 2 ** Math.min(attempts, 4), 2_000) * (0.5 + Math.random()))
    })
  }

  const connect = () => {
    door = attempts
    listenTo(openSocket())
  }

  const stopMoving = () => {
    clearTimeout(moveAgain)
    next?.abandon()
    next = null
  }

  const move = () => {
    if (next || isClosed) return
    clearTimeout(moveAgain)
    door += 1
    next = openNext(openSocket(), {
      read,
      subscribe: subscribeOn,
      onReady: takeOver,
      onFailed() {
        next = null
        moveAgain = setTimeout(move, moveAgainAfter())
      },
    })
  }

  const takeOver = () => {
    if (!next) return
    const { socket: taken, held, release } = next
    next = null
    release()
    socket?.removeAllListeners().on('error', () => {})
    socket?.close(1000)
    listenTo(taken)
    for (const { frame, receivedAt } of held) take(frame, receivedAt)
  }

  connect()
  return state
}
