import type { Duplex } from 'node:stream'
import { collectAtScrape, counter } from '@purple-sector/metrics'
import type { WebSocket } from 'ws'
import type { State } from './channel-state.ts'
import { PING_FRAME } from './frames.ts'

/** Close codes and reasons of the gateway. */
export const CLOSE_REASONS = {
  goingAway: { code: 1001, text: 'The server is going away' },
  flooding: { code: 1008, text: 'Too many frames' },
  silent: { code: 1008, text: 'No subscription came' },
  tooSlow: { code: 1013, text: 'This connection cannot keep up' },
  sessionOver: { code: 4401, text: 'The session has ended' },
} as const

/** More buffered bytes than this are backpressure: states are marked dirty instead, until the socket has drained. */
const BACKPRESSURE_BYTES = 64 * 1024
/** A socket with more buffered bytes is closed, even within the timeout of reliable frames. */
const MAX_BUFFERED_BYTES = 8 * 1024 * 1024
const RELIABLE_TIMEOUT_MS = 10_000
const PING_INTERVAL_MS = 30_000
const SUBSCRIBE_TIMEOUT_MS = 5_000
/** How long a client may take to answer a close frame. */
const CLOSE_TIMEOUT_MS = 3_000

/** A socket whose written bytes Node counts; `writableLength` of them are not yet flushed. */
type CountedSocket = Duplex & { readonly bytesWritten?: number }

/** The part of a channel that its clients use. */
export type ClientChannel = {
  readonly key: string
  leave(client: Client): void
  snapshot(state: State): Buffer | undefined
}

const closed = counter('gateway_sockets_closed_total')

/** Frames written since the last scrape: a counter's own call for each of thousands of sockets would take too long. */
let writtenFrames = 0
collectAtScrape(() => {
  counter('gateway_frames_total').inc(writtenFrames)
  writtenFrames = 0
})

/** Shared by all clients that follow nothing yet. */
const NO_CHANNELS: readonly ClientChannel[] = []

/**
 * One socket of a signed-in user.
 * A class, not closures: there are tens of thousands, and their fields are the memory of an idle socket. Frames are
 * written directly to the socket of `ws`. Without compression `ws` never delays a frame, so its control frames do not
 * interrupt ours.
 */
export class Client {
  readonly userId: string
  readonly sessionHash: string
  /** Number of subscriptions so far: an older one is superseded, even if its channels are still being loaded. */
  subscriptionCount = 0
  /** Whether the client subscribed to projected leaderboards. */
  projected = false
  /** Whether the client subscribed to changes of live timing, instead of the whole state. */
  timingChanges = false
  /** The channels that the client follows; the channels maintain this list. */
  channels: readonly ClientChannel[] = NO_CHANNELS
  #socket: CountedSocket
  #ws: WebSocket
  #dirty: Map<ClientChannel, Set<State>> | undefined
  #reliableMark = 0
  #reliableLast = 0
  #reliableSince = 0
  #pingAt: number
  #hasResponded = true
  #subscribeBy: number
  #closingSince = 0

  constructor(ws: WebSocket, socket: CountedSocket, { userId, hash }: { userId: string; hash: string }, now: number) {
    this.#ws = ws
    this.#socket = socket
    this.userId = userId
    this.sessionHash = hash
    this.#pingAt = now + PING_INTERVAL_MS
    this.#subscribeBy = now + SUBSCRIBE_TIMEOUT_MS
  }

  get isOpen(): boolean {
    return this.#ws.readyState === this.#ws.OPEN
  }

  /** Whether the socket does not keep up: it buffers too many bytes, or has dirty states. */
  get hasBackpressure(): boolean {
    return this.#dirty !== undefined || this.#socket.writableLength > BACKPRESSURE_BYTES
  }

  follows(key: string): boolean {
    return this.channels.some((channel) => channel.key === key)
  }

  /** Sends a frame now, even under backpressure. */
  write(frame: Buffer): void {
    if (!this.isOpen) return
    writtenFrames += 1
    this.#socket.write(frame)
  }

  /** Sends two frames in one system call. */
  writeBoth(first: Buffer, second: Buffer): void {
    if (!this.isOpen) return
    writtenFrames += 2
    this.#socket.cork()
    this.#socket.write(first)
    this.#socket.write(second)
    this.#socket.uncork()
  }

  /** Sends a channel's states in one system call; under backpressure they are sent once the socket has drained. */
  sendStates(channel: ClientChannel, states: Iterable<State>): void {
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

  /** Marks a state to be sent when the socket has drained. */
  markDirty(channel: ClientChannel, state: State): void {
    if (!this.isOpen || state.isFor?.(this) === false) return
    if (!this.#dirty) {
      this.#dirty = new Map()
      this.#socket.once('drain', () => this.#flushDirty())
    }
    const states = this.#dirty.get(channel)
    if (states) states.add(state)
    else this.#dirty.set(channel, new Set([state]))
  }

  /** Discards dirty states of a channel that the client has left. */
  clearDirty(channel: ClientChannel): void {
    this.#dirty?.delete(channel)
  }

  /** Sends a frame that is never dropped; a socket that does not flush it within 10 s is closed. */
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

  markSubscribed(): void {
    this.#subscribeBy = Number.POSITIVE_INFINITY
  }

  /** Notes that data has arrived. */
  markAlive(): void {
    this.#hasResponded = true
  }

  /** Runs every second: pings, and ends sockets that are dead, without subscription, too slow or do not close. */
  check(now: number): void {
    if (!this.isOpen) {
      if (this.#closingSince === 0) this.#closingSince = now
      else if (now - this.#closingSince >= CLOSE_TIMEOUT_MS) this.terminate()
    } else if (now >= this.#subscribeBy) this.close('silent')
    else if (this.#isTooSlow(now)) this.close('tooSlow')
    else if (now >= this.#pingAt) this.#ping(now)
  }

  close(reason: keyof typeof CLOSE_REASONS): void {
    this.#dirty = undefined
    const { code, text } = CLOSE_REASONS[reason]
    if (!this.isOpen) return
    closed.inc({ reason })
    this.#ws.close(code, text)
  }

  terminate(): void {
    this.#ws.terminate()
  }

  /** Ends the socket at once, with the reason if it can be sent without delay; reads nothing more from it. */
  closeAndTerminate(reason: keyof typeof CLOSE_REASONS): void {
    this.close(reason)
    this.terminate()
  }

  #ping(now: number): void {
    if (!this.#hasResponded) {
      this.terminate()
      return
    }
    this.#hasResponded = false
    this.#pingAt = now + PING_INTERVAL_MS
    // The ping also ends clients that read nothing, even if all their other frames may be dropped.
    this.sendReliable(PING_FRAME, now)
  }

  #isTooSlow(now: number): boolean {
    if (this.#reliableSince === 0) return false
    const flushed = (this.#socket.bytesWritten ?? 0) - this.#socket.writableLength
    if (flushed >= this.#reliableLast) this.#reliableSince = 0
    else if (flushed >= this.#reliableMark) {
      this.#reliableSince = now
      this.#reliableMark = this.#reliableLast
    }
    return this.#reliableSince !== 0 && now - this.#reliableSince >= RELIABLE_TIMEOUT_MS
  }

  #flushDirty(): void {
    const dirty = this.#dirty
    this.#dirty = undefined
    if (!dirty) return
    for (const [channel, states] of dirty) this.sendStates(channel, states)
  }
}
