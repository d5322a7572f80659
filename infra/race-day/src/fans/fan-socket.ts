import { WebSocket } from 'ws'
import type { BoardArrival } from '../comparison/board-latency.ts'
import { createReceivedRevisions, type RevisionsByKind } from '../comparison/received-revisions.ts'
import { createConnectionGaps } from './connection-gaps.ts'
import { type NextSocket, openNextSocket, retryDelayMs } from './connection-move.ts'
import { parseFrame } from './frames.ts'
import type { FrameReply } from './replies.ts'

export type Board = Extract<FrameReply, { type: 'leaderboard_update' }>['data']
export type OwnRow = Extract<FrameReply, { type: 'my_standing' }>['data']
export type TimingFrame = Extract<FrameReply, { type: 'timing_update' }>
export type ProjectedLeaderboardFrame = Extract<FrameReply, { type: 'projected_leaderboard' }>

/** A board as a client has it. */
export type BoardState = { readonly board: Board | null; readonly standing: OwnRow | null }

/** The state of one fan's client; survives reconnects as a browser's memory does. */
export type FanSocket = BoardState & {
  /** The boards of the subscribed groups, by id. */
  readonly groups: ReadonlyMap<number, BoardState>
  readonly receivedRevisions: RevisionsByKind
  /** The latest timing frame of each session, by race id. */
  readonly timings: ReadonlyMap<number, TimingFrame>
  /** Projected leaderboards received on the current connection, oldest first. */
  readonly projected: readonly ProjectedLeaderboardFrame[]
  /** Number of lost connections; the client rightly misses messages sent meanwhile. */
  readonly interruptions: number
  /** Longest time without a connection that receives the weekend's frames, in ms. */
  readonly longestGapMs: number
  readonly violations: string[]
  /** Resolves with the first `subscribed`, or when the gateway rejects the connection. */
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
const [SUBSCRIBE_DELAY_MS, RETRY_DELAY_MS] = [50, 700]

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
  onBoard?: (version: number, arrival: BoardArrival) => void
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
  let moveRetry: NodeJS.Timeout | undefined
  let connections = 0
  const gaps = createConnectionGaps()
  /** Index of the current URL, and of the next one to try. */
  let urlIndex = 0
  const revisions = createReceivedRevisions()
  let versionsOnConnection = new Map<number | null, { board: number; standing: number }>()
  const openBoard = { board: null as Board | null, standing: null as OwnRow | null }
  const groups = new Map<number, { board: Board | null; standing: OwnRow | null }>()
  const endedMemberships = new Map<number, number>()
  let granted: readonly number[] = []
  const firstSubscription = Promise.withResolvers<void>()
  const state = {
    get board() {
      return openBoard.board
    },
    get standing() {
      return openBoard.standing
    },
    groups,
    receivedRevisions: revisions.receivedRevisions,
    timings: new Map<number, TimingFrame>(),
    projected: [] as ProjectedLeaderboardFrame[],
    interruptions: 0,
    get longestGapMs() {
      return gaps.longestMs()
    },
    violations: [] as string[],
    ready: firstSubscription.promise,
    follow(groupId: number) {
      endedMemberships.delete(groupId)
      groups.set(groupId, { board: null, standing: null })
      versionsOnConnection.delete(groupId)
      if (socket?.readyState !== WebSocket.OPEN) return
      subscribeSoon()
    },
    leave(groupId: number) {
      endedMemberships.set(groupId, Date.now())
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
  const isOlder = (
    kind: Kind,
    { groupId, version }: { groupId: number | null; version: number },
    known: BoardState,
  ) => {
    const versions = versionsOnConnection.get(groupId) ?? { board: 0, standing: 0 }
    if (version < versions[kind]) {
      const whose = groupId === null ? '' : ` of group ${groupId}`
      state.violations.push(`${kind} version${whose} fell from ${versions[kind]} to ${version}`)
    }
    versionsOnConnection.set(groupId, { ...versions, [kind]: Math.max(versions[kind], version) })
    return version < (known[kind]?.version ?? -1)
  }

  const applyBoard = (frame: Extract<FrameReply, { data: Board | OwnRow }>, receivedAt: number) => {
    const { groupId, version } = frame.data
    const known = groupId === null ? openBoard : groups.get(groupId)
    if (!known) {
      const since = endedMemberships.get(groupId ?? 0)
      if (since !== undefined && receivedAt > since + grace) {
        state.violations.push(`${frame.type} of group ${groupId}, ${receivedAt - since} ms after the membership ended`)
      }
    } else if (frame.type === 'my_standing') {
      if (!isOlder('standing', frame.data, known)) known.standing = frame.data
    } else {
      const isNew = !isOlder('board', frame.data, known) && version !== known.board?.version
      if (isNew) known.board = frame.data
      if (isNew && groupId === null) onBoard?.(version, { receivedAt, connectedSince: gaps.connectedSince() })
    }
  }

  const isComplete = (frame: Extract<FrameReply, { type: 'subscribed' }>) =>
    frame.data.weekendId === weekendId && [...groups.keys()].every((id) => frame.data.groupIds.includes(id))

  /**
   * Whether to subscribe again to a group that was granted.
   * The membership may have ended and begun again since: the gateway notifies the user of both, in this order.
   */
  const shouldResubscribe = ({ data: { groupId, deleted }, seq }: Extract<FrameReply, { type: 'group_updated' }>) =>
    !deleted && groups.has(groupId) && (seq === undefined || !granted.includes(groupId))

  const handleFrame = (frame: FrameReply, receivedAt: number) => {
    if (frame.type === 'reconnect') {
      move()
    } else if (frame.type === 'hello') {
      subscribe()
    } else if (frame.type === 'subscribed') {
      granted = frame.data.groupIds
      clearTimeout(retry)
      if (!isComplete(frame)) retry = setTimeout(subscribe, RETRY_DELAY_MS)
      if (frame.data.weekendId !== weekendId) return
      attempts = 0
      gaps.restored()
      firstSubscription.resolve()
    } else if (frame.type === 'group_updated') {
      if (shouldResubscribe(frame)) subscribeSoon()
    } else if (frame.type === 'error') {
      state.violations.push(`error frame ${frame.data.code}: ${frame.data.message}`)
    } else if (frame.type === 'race_completed') {
      revisions.record('completed', frame.data, connections)
    } else if (frame.type === 'result_corrected') {
      revisions.record('corrected', frame.data, connections)
    } else if (frame.type === 'result_status') {
      revisions.record('status', frame.data, connections)
    } else if (frame.data.weekendId !== weekendId) {
      return
    } else if (frame.type === 'timing_update') {
      state.timings.set(frame.data.raceId, frame)
    } else if (frame.type === 'projected_leaderboard') {
      state.projected.push(frame)
    } else {
      applyBoard(frame, receivedAt)
    }
  }

  const subscribeOn = (newSocket: WebSocket | null | undefined) => {
    if (newSocket?.readyState !== WebSocket.OPEN) return
    const data = { weekendId, groupIds: [...groups.keys()], ...(projected && { projected }) }
    newSocket.send(JSON.stringify({ type: 'subscribe', data }))
  }

  const subscribe = () => {
    subscribeOn(socket)
    subscribeOn(next?.socket)
  }

  const subscribeSoon = () => {
    clearTimeout(retry)
    retry = setTimeout(subscribe, SUBSCRIBE_DELAY_MS)
  }

  const openSocket = (): WebSocket => {
    const base = new URL(urls[urlIndex % urls.length]!).origin
    return new WebSocket(`${base.replace(/^http/, 'ws')}/ws`, {
      headers: { cookie },
      origin: origin ?? base,
      perMessageDeflate: false,
      handshakeTimeout: 10_000,
    })
  }

  const read = (data: unknown): FrameReply | undefined => {
    const frame = parseFrame(String(data))
    if (frame === 'unreadable') state.violations.push(`unreadable frame: ${String(data).slice(0, 200)}`)
    return frame === 'unreadable' ? undefined : (frame ?? undefined)
  }

  /** Makes a socket the current connection. */
  const listenTo = (newSocket: WebSocket) => {
    versionsOnConnection = new Map()
    // A new connection receives what is running, and nothing about what ended meanwhile.
    state.projected.length = 0
    socket = newSocket
    connections += 1
    let lastError = ''
    newSocket.on('message', (data) => {
      const receivedAt = Date.now()
      const frame = read(data)
      if (frame) handleFrame(frame, receivedAt)
    })
    newSocket.on('error', (error) => {
      lastError = error.message
    })
    newSocket.on('close', (code) => {
      if (isClosed) return
      const isOver = code === 4401 || lastError.includes('401') || lastError.includes('403')
      if (!isOver && next?.hasReplied()) {
        switchToNext()
        return
      }
      stopMoving()
      if (isOver) {
        state.violations.push(`rejected: ${code} ${lastError}`)
        firstSubscription.resolve()
        return
      }
      state.interruptions += 1
      gaps.lost()
      attempts += 1
      retry = setTimeout(connect, Math.min(200 * 2 ** Math.min(attempts, 4), 2_000) * (0.5 + Math.random()))
    })
  }

  const connect = () => {
    urlIndex = attempts
    listenTo(openSocket())
  }

  const stopMoving = () => {
    clearTimeout(moveRetry)
    next?.abandon()
    next = null
  }

  const move = () => {
    if (next || isClosed) return
    clearTimeout(moveRetry)
    urlIndex += 1
    next = openNextSocket(openSocket(), {
      read,
      subscribe: subscribeOn,
      onReady: switchToNext,
      onFailed() {
        next = null
        moveRetry = setTimeout(move, retryDelayMs())
      },
    })
  }

  const switchToNext = () => {
    if (!next) return
    const { socket: nextSocket, bufferedFrames, release } = next
    next = null
    release()
    socket?.removeAllListeners().on('error', () => {})
    socket?.close(1000)
    listenTo(nextSocket)
    for (const { frame, receivedAt } of bufferedFrames) handleFrame(frame, receivedAt)
  }

  connect()
  return state
}
