import type { Duplex } from 'node:stream'
import type { WebSocket } from 'ws'
import type { State } from './channel-state.ts'
import { PING_FRAME } from './frames.ts'

/** Why a socket is closed from our side. */
export const CLOSED = {
  goingAway: { code: 1001, text: 'The server is going away' },
  flooding: { code: 1008, text: 'Too many frames' },
  silent: { code: 1008, text: 'No subscription came' },
  tooSlow: { code: 1013, text: 'This connection cannot keep up' },
  sessionOver: { code: 4401, text: 'The session has ended' },
} as const

/** More than this waiting to be sent is backpressure: states are marked dirty instead, until it has drained. */
const BACKPRESSURE_BYTES = 64 * 1024
/** Above this even what must not be left out is given up, whatever the clock says. */
const MAX_BUFFERED_BYTES = 8 * 1024 * 1024
const RELIABLE_MS = 10_000
const PING_EVERY_MS = 30_000
const FIRST_SUBSCRIBE_MS = 5_000
/** A client that does not answer our farewell is not waited for longer. */
const FAREWELL_MS = 3_000

/** What the socket holds, as far as Node tells: bytes that were handed in, and those of them not yet taken. */
type Outlet = Duplex & { readonly bytesWritten?: number }

/** A channel, as far as those who follow it know it. */
export type Followed = {
  readonly key: string
  leave(client: Client): void
  snapshot(state: State): Buffer | undefined
}

/** The same for all who follow nothing yet. */
const NO_CHANNELS: readonly Followed[] = []

/**
 * One socket of a signed-in user. A class, not closures: there are tens of thousands, and what each holds is the price
 * of an idle socket. Frames are written to the socket beneath `ws` as they are; without compression `ws` never holds a
 * frame back, so its own control frames and ours stay whole.
 */
export class Client {
  readonly userId: string
  readonly sessionHash: string
  /** Raised by each subscribe: one that was overtaken while its channels were loaded is void. */
  turn = 0
  /** Whether it asked for the boards as they stand. */
  projected = false
  /** Whether it asked for what changes in live timing, instead of the whole of it. */
  timingChanges = false
  /** What it follows: kept by the channels, as clients join and leave them. */
  channels: readonly Followed[] = NO_CHANNELS
  #socket: Outlet
  #ws: WebSocket
  #dirty: Map<Followed, Set<State>> | undefined
  #reliableMark = 0
  #reliableLast = 0
  #reliableSince = 0
  #pingAt: number
  #isAnswering = true
  #subscribeBy: number
  #closingSince = 0

  constructor(ws: WebSocket, socket: Outlet, { userId, hash }: { userId: string; hash: string }, now: number) {
    this.#ws = ws
    this.#socket = socket
    this.userId = userId
    this.sessionHash = hash
    this.#pingAt = now + PING_EVERY_MS
    this.#subscribeBy = now + FIRST_SUBSCRIBE_MS
  }

  get isOpen(): boolean {
    return this.#ws.readyState === this.#ws.OPEN
  }

  /** More waits for it than is left to a socket that keeps up. */
  get hasBackpressure(): boolean {
    return this.#dirty !== undefined || this.#socket.writableLength > BACKPRESSURE_BYTES
  }

  follows(key: string): boolean {
    return this.channels.some((channel) => channel.key === key)
  }

  /** Sends a frame now, whatever waits already. */
  write(frame: Buffer): void {
    if (this.isOpen) this.#socket.write(frame)
  }

  /** Sends two frames in one system call. */
  writeBoth(first: Buffer, second: Buffer): void {
    if (!this.isOpen) return
    this.#socket.cork()
    this.#socket.write(first)
    this.#socket.write(second)
    this.#socket.uncork()
  }

  /** Sends a channel's states as they are, in one system call; under backpressure as they will be once it has drained. */
  sendStates(channel: Followed, states: Iterable<State>): void {
    this.#socket.cork()
    for (const state of states) {
      if (state.isFor?.(this) === false) continue
      if (this.hasBackpressure) {
        this.markDirty(channel, state)
        continue
      }
      const frame = channel.snapshot(state)
      if (frame) this.write(frame)
    }
    this.#socket.uncork()
  }

  /** Notes that the client has to get this state when its socket has drained. */
  markDirty(channel: Followed, state: State): void {
    if (!this.isOpen || state.isFor?.(this) === false) return
    if (!this.#dirty) {
      this.#dirty = new Map()
      this.#socket.once('drain', () => this.#flushDirty())
    }
    const states = this.#dirty.get(channel)
    if (states) states.add(state)
    else this.#dirty.set(channel, new Set([state]))
  }

  /** Nothing of this channel is of interest any more. */
  clearDirty(channel: Followed): void {
    this.#dirty?.delete(channel)
  }

  /** Sends what must never be left out; a socket that does not take it within 10 s is closed. */
  sendReliable(frame: Buffer, now: number): void {
    this.write(frame)
    if (this.#socket.writableLength === 0) return
    this.#reliableLast = this.#socket.bytesWritten ?? 0
    if (this.#reliableSince === 0) {
      this.#reliableSince = now
      this.#reliableMark = this.#reliableLast
    }
    if (this.#socket.writableLength > MAX_BUFFERED_BYTES) this.close('tooSlow')
  }

  hasSubscribed(): void {
    this.#subscribeBy = Number.POSITIVE_INFINITY
  }

  /** Something came from the client: it is there. */
  heard(): void {
    this.#isAnswering = true
  }

  /** Looked at every second: pings, and ends what is dead, silent, too slow or does not go. */
  check(now: number): void {
    if (!this.isOpen) {
      if (this.#closingSince === 0) this.#closingSince = now
      else if (now - this.#closingSince >= FAREWELL_MS) this.terminate()
    } else if (now >= this.#subscribeBy) this.close('silent')
    else if (this.#isTooSlow(now)) this.close('tooSlow')
    else if (now >= this.#pingAt) this.#ping(now)
  }

  close(reason: keyof typeof CLOSED): void {
    this.#dirty = undefined
    const { code, text } = CLOSED[reason]
    if (this.isOpen) this.#ws.close(code, text)
  }

  terminate(): void {
    this.#ws.terminate()
  }

  /** Ends it at once: the client is told why where it takes that without delay, and nothing more is read of it. */
  cut(reason: keyof typeof CLOSED): void {
    this.close(reason)
    this.terminate()
  }

  #ping(now: number): void {
    if (!this.#isAnswering) {
      this.terminate()
      return
    }
    this.#isAnswering = false
    this.#pingAt = now + PING_EVERY_MS
    // Whoever reads nothing is ended by this too, also where all else may be left out.
    this.sendReliable(PING_FRAME, now)
  }

  #isTooSlow(now: number): boolean {
    if (this.#reliableSince === 0) return false
    const taken = (this.#socket.bytesWritten ?? 0) - this.#socket.writableLength
    if (taken >= this.#reliableLast) this.#reliableSince = 0
    else if (taken >= this.#reliableMark) {
      this.#reliableSince = now
      this.#reliableMark = this.#reliableLast
    }
    return this.#reliableSince !== 0 && now - this.#reliableSince >= RELIABLE_MS
  }

  #flushDirty(): void {
    const dirty = this.#dirty
    this.#dirty = undefined
    if (!dirty) return
    for (const [channel, states] of dirty) this.sendStates(channel, states)
  }
}
