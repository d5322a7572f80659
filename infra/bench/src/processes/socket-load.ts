import { quantile } from '../figures/spread.ts'
import { clock } from '../sockets/clock.ts'
import { cookieOf } from '../sockets/fan-session.ts'
import { type LoadSocket, type Opening, openLoadSocket } from '../sockets/load-socket.ts'
import { waitFor } from '../wait-for.ts'
import { serve, watch } from './serve.ts'

const CONCURRENCY = 100

let sockets: LoadSocket[] = []
/** Number of the first socket's fan; the others follow. */
let firstFan = 1

const openInGroups = async (
  { count, concurrency }: { count: number; concurrency: number },
  openSocket: (number: number) => Promise<LoadSocket>,
): Promise<LoadSocket[]> => {
  const opened: LoadSocket[] = []
  while (opened.length < count) {
    const group = Math.min(concurrency, count - opened.length)
    opened.push(
      ...(await Promise.all(Array.from({ length: group }, (_, index) => openSocket(1 + opened.length + index)))),
    )
  }
  return opened
}

/** Resolves when every socket has called `done`, which `watchSocket` receives for each socket. */
const waitForAllSockets = async (
  what: string,
  watchSocket: (done: () => void) => (payload: Buffer) => void,
): Promise<void> => {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  let waiting = sockets.length
  const timeout = setTimeout(() => reject(new Error(`${waiting} sockets timed out waiting for ${what}`)), 120_000)
  for (const socket of sockets)
    socket.onText = watchSocket(() => {
      socket.onText = () => {}
      if (--waiting === 0) resolve()
    })
  await promise.finally(() => clearTimeout(timeout))
}

/** A frame begins with its type and version. */
const HEAD_BYTES = 200
const hasType = (start: string, type: string): boolean => start.startsWith(`{"type":"${type}"`)
const versionIn = (start: string): number => Number(/"version":(\d+)/.exec(start)?.[1] ?? 0)

const newest = new Map<string, string>()
const rememberFirst = (start: string, payload: Buffer): void => {
  const type = /^{"type":"(\w+)"/.exec(start)?.[1]
  if (type !== undefined && !newest.has(type)) newest.set(type, payload.toString())
}

type OpenInput = Opening & { count: number; isSignedIn: boolean; concurrency?: number; from?: number }
/** A chat message of the bench: `sentAs` is its send time, on the clock that its processes share. */
type StreamMessage = { id: number; sentAs: string }
export type StreamResult = {
  duplicates: number
  outOfOrder: number
  lost: number
  slowestMs: number
  lastP99Ms: number
}

/** Delays of browsers (web/src/client/realtime): until a reconnect after a lost connection, */
const RECONNECT_MS = 10_000
/** with both connections open while moving to another gateway, */
const OVERLAP_MS = 1_000
/** and until the next attempt when that gateway rejected the connection. */
const retryDelayMs = (): number => 1_000 + Math.random() * 2_000
/** The frames of a page with the board: the board and the fan's own row. */
const BOARD = ['leaderboard_update', 'my_standing']
export type DrainResult = {
  reconnectedAt: number
  refusals: number
  disconnected: number
  older: number
  wrong: number
}
type BoardState = { version: number; isRight: boolean }
const blankScreen = (): Map<string, BoardState> => new Map(BOARD.map((type) => [type, { version: 0, isRight: false }]))

/** All sockets receive the same bytes, which are parsed once. */
let lastParsed: { text: string; messages: StreamMessage[] } = { text: '', messages: [] }
const messagesIn = (payload: Buffer): StreamMessage[] => {
  const text = payload.toString()
  if (text === lastParsed.text) return lastParsed.messages
  const { type, data } = JSON.parse(text)
  lastParsed = { text, messages: type === 'chat_message' ? [data] : data.messages }
  return lastParsed.messages
}

/** Latencies of live timing frames, in whole milliseconds. */
export type TimingLatencies = {
  frames: number
  bytes: number
  maxInASecond: number
  p50Ms: number
  p99Ms: number
  slowestMs: number
}
const SLOWEST_COUNTED_MS = 10_000
/** Sockets whose frames are recorded; all frames of half an hour would not fit in memory. */
const RECORDED_SOCKETS = 100
const sequenceIn = (start: string): number => Number(/"sequence":(\d+)/.exec(start)?.[1] ?? Number.NaN)

export type CountResult = { doneAt: number; payloadBytes: number }
export type FramesResult = { maxInASecond: number; withFinalState: number; frames: number }

/** Returns the maximum number of these ordered moments within one second. */
const maxInASecond = (moments: readonly number[]): number => {
  let first = 0
  let max = 0
  for (const [index, moment] of moments.entries()) {
    while ((moments[first] ?? moment) <= moment - 1_000) first += 1
    max = Math.max(max, index - first + 1)
  }
  return max
}

/** Thousands of clients that count the frames they receive. */
export const commands = {
  /**
   * Opens sockets, each of its own fan starting with number `from`, `concurrency` at a time.
   * Returns the duration.
   */
  async open({
    count,
    isSignedIn,
    concurrency = CONCURRENCY,
    from = 1,
    ...opening
  }: OpenInput): Promise<{ ms: number }> {
    const startedAt = clock()
    firstFan = from
    sockets = await openInGroups({ count, concurrency }, (number) =>
      openLoadSocket(opening, from - 1 + number, isSignedIn ? cookieOf(from - 1 + number) : undefined),
    )
    return { ms: clock() - startedAt }
  },

  /** Waits until every socket has received this many messages of at least this many bytes. */
  async count({ messages, minBytes }: { messages: number; minBytes: number }): Promise<CountResult> {
    let payloadBytes = 0
    await waitForAllSockets(`${messages} messages`, (done) => {
      let left = messages
      return (payload) => {
        if (payload.length < minBytes) return
        payloadBytes = payload.length
        if (--left === 0) done()
      }
    })
    return { doneAt: clock(), payloadBytes }
  },

  /** Waits until every socket has received a frame of each type with this version or a newer one. */
  async states({ types, version }: { types: string[]; version: number }): Promise<{ doneAt: number }> {
    await waitForAllSockets(`version ${version} of ${types.join(' and ')}`, (done) => {
      const missing = new Set(types)
      return (payload) => {
        const start = payload.toString('latin1', 0, HEAD_BYTES)
        for (const type of missing) if (hasType(start, type) && versionIn(start) >= version) missing.delete(type)
        rememberFirst(start, payload)
        if (missing.size === 0) done()
      }
    })
    return { doneAt: clock() }
  },

  /** Returns the newest frames of these types that `states` has seen on any socket. */
  async newest(types: string[]): Promise<string[]> {
    return types.map((type) => newest.get(type) ?? '')
  },

  /**
   * Waits until every socket has received the chat messages `first` to `last`, in any batches, and for late duplicates.
   * Returns the latency of the last message and of the slowest, and the number of duplicate, reordered and lost
   * messages.
   */
  async stream({
    first,
    last,
    afterwardsMs,
  }: {
    first: number
    last: number
    afterwardsMs: number
  }): Promise<StreamResult> {
    const lastDelays: number[] = []
    const streamed = { duplicates: 0, outOfOrder: 0, lost: 0, slowestMs: 0 }
    const seen = sockets.map((socket) => {
      const one = { newest: first - 1, count: 0 }
      const recordMessage = ({ id, sentAs }: StreamMessage): void => {
        const delay = clock() - Number(sentAs)
        if (id <= one.newest) streamed.duplicates += 1
        else if (id !== one.newest + 1) streamed.outOfOrder += 1
        one.newest = Math.max(one.newest, id)
        one.count += 1
        streamed.slowestMs = Math.max(streamed.slowestMs, delay)
        if (id === last) lastDelays.push(delay)
      }
      socket.onText = (payload) => {
        const start = payload.toString('latin1', 0, HEAD_BYTES)
        if (!hasType(start, 'chat_message') && !hasType(start, 'chat_messages')) return
        for (const message of messagesIn(payload)) recordMessage(message)
      }
      return one
    })
    await waitFor(`message ${last} at every socket`, () => lastDelays.length >= sockets.length, 180_000)
    await watch(afterwardsMs)
    for (const socket of sockets) socket.onText = () => {}
    for (const { count } of seen) streamed.lost += Math.max(0, last - first + 1 - count)
    return { ...streamed, lastP99Ms: quantile(lastDelays, 0.99) }
  },

  /**
   * Records all frames for this long: the maximum within one second, and the share of sockets whose last frames have
   * the final state.
   */
  async frames({ ms, final }: { ms: number; final: string[][] }): Promise<FramesResult> {
    const seen = sockets.map((socket) => {
      const one = { moments: [] as number[], last: new Map<string, string>() }
      socket.onText = (payload) => {
        one.moments.push(clock())
        const text = payload.toString('latin1')
        for (const [kind] of final) if (kind !== undefined && text.includes(kind)) one.last.set(kind, text)
      }
      return one
    })
    await watch(ms)
    for (const socket of sockets) socket.onText = () => {}
    const isFinal = (last: Map<string, string>): boolean =>
      final.every(([kind = '', ...texts]) => texts.every((text) => last.get(kind)?.includes(text)))
    return {
      maxInASecond: Math.max(...seen.map(({ moments }) => maxInASecond(moments))),
      withFinalState: seen.filter(({ last }) => isFinal(last)).length / seen.length,
      frames: seen.reduce((sum, { moments }) => sum + moments.length, 0),
    }
  },

  /**
   * Records live timing frames for this long.
   * Their sequence is the time of their snapshot, in microseconds.
   */
  async timed(ms: number): Promise<TimingLatencies> {
    const delays = new Uint32Array(SLOWEST_COUNTED_MS + 1)
    let [frames, bytes] = [0, 0]
    const recordedMoments = sockets.map((socket, index) => {
      const moments: number[] = []
      socket.onText = (payload) => {
        const start = payload.toString('latin1', 0, HEAD_BYTES)
        if (!start.startsWith('{"type":"timing_')) return
        const now = clock()
        const delay = Math.ceil(now - sequenceIn(start) / 1_000)
        frames += 1
        bytes += payload.length
        delays[Math.min(SLOWEST_COUNTED_MS, Math.max(0, delay))]! += 1
        if (index < RECORDED_SOCKETS) moments.push(now)
      }
      return moments
    })
    await watch(ms)
    for (const socket of sockets) socket.onText = () => {}
    const within = (share: number): number => {
      let seen = 0
      return delays.findIndex((count) => {
        seen += count
        return seen >= frames * share
      })
    }
    return {
      ...{ frames, bytes, p50Ms: within(0.5), p99Ms: within(0.99) },
      slowestMs: delays.findLastIndex((count) => count > 0),
      maxInASecond: Math.max(...recordedMoments.map(maxInASecond)),
    }
  },

  /**
   * Behaves like browsers whose gateway drains.
   * On the frame `reconnect`, each opens a connection to the peer and closes the old one when its board has arrived; a
   * client whose connection closes first reconnects later. Waits until all have this version of the board. Returns when
   * the last was back with a board, how many were rejected, lost their connection, got a board older than before, and
   * have a last frame without the content of that version (`holds`).
   */
  async reconnectOnDrain({
    version,
    contents,
    ...opening
  }: Opening & { version: number; contents: string[] }): Promise<DrainResult> {
    const result = { reconnectedAt: 0, refusals: 0, disconnected: 0, older: 0, wrong: 0 }
    const follow = async (index: number): Promise<void> => {
      const oldSocket = sockets[index]
      if (!oldSocket) return
      const final = Promise.withResolvers<void>()
      const draining = Promise.withResolvers<'draining'>()
      const boardStates = blankScreen()
      /** Frames of one connection are in order; a screen ignores versions older than its own. */
      const showState = (type: string, state: BoardState): void => {
        if (state.version >= (boardStates.get(type)?.version ?? 0)) boardStates.set(type, state)
        if ([...boardStates.values()].every((each) => each.version >= version)) final.resolve()
      }
      const frameReader = (onState: (type: string, state: BoardState) => void) => {
        const newest = new Map<string, number>()
        return (payload: Buffer): void => {
          const start = payload.toString('latin1', 0, HEAD_BYTES)
          const type = BOARD.find((each) => hasType(start, each))
          if (type === undefined) return
          const received = versionIn(start)
          if (received < (newest.get(type) ?? 0)) result.older += 1
          newest.set(type, received)
          onState(type, {
            version: received,
            isRight: received >= version && contents.every((text) => payload.includes(text)),
          })
        }
      }
      const readOldSocket = frameReader(showState)
      oldSocket.onText = (payload) => {
        if (hasType(payload.toString('latin1', 0, HEAD_BYTES), 'reconnect')) draining.resolve('draining')
        else readOldSocket(payload)
      }
      const lost = oldSocket.closed.then(() => 'lost' as const)
      let isMoving = (await Promise.race([draining.promise, lost])) === 'draining'
      /**
       * Newest states of the next connection.
       * The screen gets them when that connection replaces the old one.
       */
      const next = blankScreen()
      let isActive = false
      const fan = firstFan + index
      for (let isConnected = false; !isConnected; ) {
        if (!isMoving) await watch(RECONNECT_MS)
        try {
          const listen = frameReader((type, state) => (isActive ? showState(type, state) : next.set(type, state)))
          sockets[index] = await openLoadSocket(opening, fan, cookieOf(fan), listen)
          isConnected = true
        } catch {
          result.refusals += 1
          if (isMoving) isMoving = (await Promise.race([lost, watch(retryDelayMs())])) !== 'lost'
        }
      }
      if (isMoving) await Promise.race([lost, watch(OVERLAP_MS)])
      else result.disconnected += 1
      oldSocket.onText = () => {}
      oldSocket.sendClose()
      isActive = true
      for (const [type, state] of next) showState(type, state)
      result.reconnectedAt = Math.max(result.reconnectedAt, clock())
      await final.promise
      if ([...boardStates.values()].some(({ isRight }) => !isRight)) result.wrong += 1
    }
    await Promise.all(sockets.map((_socket, index) => follow(index)))
    for (const socket of sockets) socket.onText = () => {}
    return result
  },

  async close(): Promise<void> {
    for (const socket of sockets) socket.end()
    await Promise.all(sockets.map(({ closed }) => closed))
    sockets = []
  },
  watch,
}

serve(commands)
