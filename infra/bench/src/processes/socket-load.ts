import { quantile } from '../figures/spread.ts'
import { clock } from '../sockets/clock.ts'
import { cookieOf } from '../sockets/fan-session.ts'
import { type LoadSocket, type Opening, openLoadSocket } from '../sockets/load-socket.ts'
import { waitFor } from '../wait-for.ts'
import { serve, watch } from './serve.ts'

const CONCURRENCY = 100

let sockets: LoadSocket[] = []
/** The fan of the first of them; the others follow. */
let firstFan = 1

const inGroups = async (
  { count, concurrency }: { count: number; concurrency: number },
  open: (number: number) => Promise<LoadSocket>,
): Promise<LoadSocket[]> => {
  const opened: LoadSocket[] = []
  while (opened.length < count) {
    const group = Math.min(concurrency, count - opened.length)
    opened.push(...(await Promise.all(Array.from({ length: group }, (_, index) => open(1 + opened.length + index)))))
  }
  return opened
}

/** Resolves when every socket has said that it is done; `watchSocket` gets each socket's way to say so. */
const untilAllAreDone = async (
  what: string,
  watchSocket: (done: () => void) => (payload: Buffer) => void,
): Promise<void> => {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  let waiting = sockets.length
  const timeout = setTimeout(() => reject(new Error(`${waiting} sockets waited in vain for ${what}`)), 120_000)
  for (const socket of sockets)
    socket.onText = watchSocket(() => {
      socket.onText = () => {}
      if (--waiting === 0) resolve()
    })
  await promise.finally(() => clearTimeout(timeout))
}

/** A frame's type and version stand at its beginning. */
const HEAD_BYTES = 200
const isOf = (start: string, type: string): boolean => start.startsWith(`{"type":"${type}"`)
const versionIn = (start: string): number => Number(/"version":(\d+)/.exec(start)?.[1] ?? 0)

const newest = new Map<string, string>()
const keep = (start: string, payload: Buffer): void => {
  const type = /^{"type":"(\w+)"/.exec(start)?.[1]
  if (type !== undefined && !newest.has(type)) newest.set(type, payload.toString())
}

type Opened = Opening & { count: number; isSignedIn: boolean; concurrency?: number; from?: number }
/** A message of a chat as the bench sends it: `sentAs` is the moment, on the clock that its processes share. */
type StreamMessage = { id: number; sentAs: string }
export type Streamed = { doubled: number; outOfOrder: number; lost: number; slowestMs: number; lastP99Ms: number }

/** Browsers do so (web/src/lib): who has lost a connection tries again after so long, */
const RECONNECT_MS = 10_000
/** who is to move has two connections for so long, */
const BOTH_MS = 1_000
/** and knocks again after so long where nobody let them in. */
const moveAgainMs = (): number => 1_000 + Math.random() * 2_000
/** The board and the own standing: what a page of it shows. */
const BOARD = ['leaderboard_update', 'my_standing']
export type Drained = { backAt: number; refusals: number; letGo: number; older: number; wrong: number }
type ShownState = { version: number; isRight: boolean }
const blankScreen = (): Map<string, ShownState> => new Map(BOARD.map((type) => [type, { version: 0, isRight: false }]))

/** The same bytes come to every socket: they are read once. */
let lastRead: { text: string; messages: StreamMessage[] } = { text: '', messages: [] }
const messagesIn = (payload: Buffer): StreamMessage[] => {
  const text = payload.toString()
  if (text === lastRead.text) return lastRead.messages
  const { type, data } = JSON.parse(text)
  lastRead = { text, messages: type === 'chat_message' ? [data] : data.messages }
  return lastRead.messages
}

/** How long frames of live timing took, by whole milliseconds. */
export type Timed = {
  frames: number
  bytes: number
  maxInASecond: number
  p50Ms: number
  p99Ms: number
  slowestMs: number
}
const SLOWEST_COUNTED_MS = 10_000
/** Whose every frame is noted: of all of them, half an hour would fill the memory. */
const NOTED_SOCKETS = 100
const sequenceIn = (start: string): number => Number(/"sequence":(\d+)/.exec(start)?.[1] ?? Number.NaN)

export type Counted = { doneAt: number; payloadBytes: number }
export type Frames = { maxInASecond: number; withFinalState: number; frames: number }

/** Most of these moments (in order) that lie within one second. */
const maxInASecond = (moments: readonly number[]): number => {
  let first = 0
  let most = 0
  for (const [index, moment] of moments.entries()) {
    while ((moments[first] ?? moment) <= moment - 1_000) first += 1
    most = Math.max(most, index - first + 1)
  }
  return most
}

/** Thousands of clients that count what they get. */
export const commands = {
  /** Opens sockets, each of a fan of its own, from the one numbered `from`, `atOnce` at a time; answers how long that took. */
  async open({ count, isSignedIn, concurrency = CONCURRENCY, from = 1, ...opening }: Opened): Promise<{ ms: number }> {
    const startedAt = clock()
    firstFan = from
    sockets = await inGroups({ count, concurrency }, (number) =>
      openLoadSocket(opening, from - 1 + number, isSignedIn ? cookieOf(from - 1 + number) : undefined),
    )
    return { ms: clock() - startedAt }
  },

  /** Waits until every socket has got so many messages of at least so many bytes. */
  async count({ messages, minBytes }: { messages: number; minBytes: number }): Promise<Counted> {
    let payloadBytes = 0
    await untilAllAreDone(`${messages} messages`, (done) => {
      let left = messages
      return (payload) => {
        if (payload.length < minBytes) return
        payloadBytes = payload.length
        if (--left === 0) done()
      }
    })
    return { doneAt: clock(), payloadBytes }
  },

  /** Waits until every socket has got a frame of each type that has this version or a newer one. */
  async states({ types, version }: { types: string[]; version: number }): Promise<{ doneAt: number }> {
    await untilAllAreDone(`version ${version} of ${types.join(' and ')}`, (done) => {
      const missing = new Set(types)
      return (payload) => {
        const start = payload.toString('latin1', 0, HEAD_BYTES)
        for (const type of missing) if (isOf(start, type) && versionIn(start) >= version) missing.delete(type)
        keep(start, payload)
        if (missing.size === 0) done()
      }
    })
    return { doneAt: clock() }
  },

  /** The newest frames of these types that `states` has seen at any socket. */
  async newest(types: string[]): Promise<string[]> {
    return types.map((type) => newest.get(type) ?? '')
  },

  /**
   * Waits until every socket has got the messages `first` to `last` of the chat, however they were batched, and for what may
   * still come: how long the last and the slowest took, and how many came again, out of order or not at all.
   */
  async stream({
    first,
    last,
    afterwardsMs,
  }: {
    first: number
    last: number
    afterwardsMs: number
  }): Promise<Streamed> {
    const lastDelays: number[] = []
    const streamed = { doubled: 0, outOfOrder: 0, lost: 0, slowestMs: 0 }
    const seen = sockets.map((socket) => {
      const one = { newest: first - 1, count: 0 }
      const take = ({ id, sentAs }: StreamMessage): void => {
        const delay = clock() - Number(sentAs)
        if (id <= one.newest) streamed.doubled += 1
        else if (id !== one.newest + 1) streamed.outOfOrder += 1
        one.newest = Math.max(one.newest, id)
        one.count += 1
        streamed.slowestMs = Math.max(streamed.slowestMs, delay)
        if (id === last) lastDelays.push(delay)
      }
      socket.onText = (payload) => {
        const start = payload.toString('latin1', 0, HEAD_BYTES)
        if (!isOf(start, 'chat_message') && !isOf(start, 'chat_messages')) return
        for (const message of messagesIn(payload)) take(message)
      }
      return one
    })
    await waitFor(`message ${last} at every socket`, () => lastDelays.length >= sockets.length, 180_000)
    await watch(afterwardsMs)
    for (const socket of sockets) socket.onText = () => {}
    for (const { count } of seen) streamed.lost += Math.max(0, last - first + 1 - count)
    return { ...streamed, lastP99Ms: quantile(lastDelays, 0.99) }
  },

  /** Looks at every frame for so long: how many came within one second, and whose last ones hold the final state. */
  async frames({ ms, final }: { ms: number; final: string[][] }): Promise<Frames> {
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

  /** Takes frames of live timing for so long; their sequence is the moment of their snapshot, in microseconds. */
  async timed(ms: number): Promise<Timed> {
    const delays = new Uint32Array(SLOWEST_COUNTED_MS + 1)
    let [frames, bytes] = [0, 0]
    const noted = sockets.map((socket, index) => {
      const moments: number[] = []
      socket.onText = (payload) => {
        const start = payload.toString('latin1', 0, HEAD_BYTES)
        if (!start.startsWith('{"type":"timing_')) return
        const now = clock()
        const delay = Math.ceil(now - sequenceIn(start) / 1_000)
        frames += 1
        bytes += payload.length
        delays[Math.min(SLOWEST_COUNTED_MS, Math.max(0, delay))]! += 1
        if (index < NOTED_SOCKETS) moments.push(now)
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
      maxInASecond: Math.max(...noted.map(maxInASecond)),
    }
  },

  /**
   * Does what browsers do whose gateway goes: told to move, each opens another connection to the twin and lets go of this
   * one when it has its board there; one that is let go first comes back later. Waits until all have been shown this version
   * of the board; answers when the last was back with a board, how many had to knock again, were let go, were shown a board
   * older than before, and have a last frame without what belongs to that version (`holds`).
   */
  async comeBack({ version, holds, ...opening }: Opening & { version: number; holds: string[] }): Promise<Drained> {
    const over = { backAt: 0, refusals: 0, letGo: 0, older: 0, wrong: 0 }
    const follow = async (index: number): Promise<void> => {
      const gone = sockets[index]
      if (!gone) return
      const final = Promise.withResolvers<void>()
      const draining = Promise.withResolvers<'draining'>()
      const shown = blankScreen()
      /** What a connection tells is kept in order by it; a screen leaves out what is older than what it has. */
      const show = (type: string, state: ShownState): void => {
        if (state.version >= (shown.get(type)?.version ?? 0)) shown.set(type, state)
        if ([...shown.values()].every((each) => each.version >= version)) final.resolve()
      }
      const reading = (take: (type: string, state: ShownState) => void) => {
        const newest = new Map<string, number>()
        return (payload: Buffer): void => {
          const start = payload.toString('latin1', 0, HEAD_BYTES)
          const type = BOARD.find((each) => isOf(start, each))
          if (type === undefined) return
          const draining = versionIn(start)
          if (draining < (newest.get(type) ?? 0)) over.older += 1
          newest.set(type, draining)
          take(type, {
            version: draining,
            isRight: draining >= version && holds.every((text) => payload.includes(text)),
          })
        }
      }
      const readHere = reading(show)
      gone.onText = (payload) => {
        if (isOf(payload.toString('latin1', 0, HEAD_BYTES), 'reconnect')) draining.resolve('draining')
        else readHere(payload)
      }
      const lost = gone.closed.then(() => 'lost' as const)
      let isMoving = (await Promise.race([draining.promise, lost])) === 'draining'
      /** What the next connection has told last; the screen has it when that takes over. */
      const next = blankScreen()
      let isTaken = false
      const fan = firstFan + index
      for (let isBack = false; !isBack; ) {
        if (!isMoving) await watch(RECONNECT_MS)
        try {
          const listen = reading((type, state) => (isTaken ? show(type, state) : next.set(type, state)))
          sockets[index] = await openLoadSocket(opening, fan, cookieOf(fan), listen)
          isBack = true
        } catch {
          over.refusals += 1
          if (isMoving) isMoving = (await Promise.race([lost, watch(moveAgainMs())])) !== 'lost'
        }
      }
      if (isMoving) await Promise.race([lost, watch(BOTH_MS)])
      else over.letGo += 1
      gone.onText = () => {}
      gone.leave()
      isTaken = true
      for (const [type, state] of next) show(type, state)
      over.backAt = Math.max(over.backAt, clock())
      await final.promise
      if ([...shown.values()].some(({ isRight }) => !isRight)) over.wrong += 1
    }
    await Promise.all(sockets.map((_socket, index) => follow(index)))
    for (const socket of sockets) socket.onText = () => {}
    return over
  },

  async close(): Promise<void> {
    for (const socket of sockets) socket.end()
    await Promise.all(sockets.map(({ closed }) => closed))
    sockets = []
  },
  watch,
}

serve(commands)
