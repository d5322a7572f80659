import type { Duplex } from 'node:stream'
import type { WebSocket } from 'ws'
import { PING_FRAME } from './frames.ts'
import type { Seating } from './seating.ts'

/** A state of which only the latest counts. `frame` is what a socket needs that missed some of its changes. */
export type Slot = { frame(): Buffer | undefined }

/** Why a socket is closed from our side. */
export const CLOSED = {
  goingAway: { code: 1001, text: 'The server is going away' },
  flooding: { code: 1008, text: 'Too many frames' },
  silent: { code: 1008, text: 'No subscription came' },
  tooSlow: { code: 1013, text: 'This connection cannot keep up' },
  sessionOver: { code: 4401, text: 'The session has ended' },
} as const

/** More than this waiting to be sent, and what is superseded anyway is left out until it drains. */
const CONGESTED_BYTES = 64 * 1024
/** What must not be left out is given up above this, whatever the clock says. */
const DROWNING_BYTES = 8 * 1024 * 1024
const INSISTED_MS = 10_000
const PING_EVERY_MS = 30_000
const FIRST_SUBSCRIBE_MS = 5_000
/** A client that does not answer our farewell is not waited for longer. */
const FAREWELL_MS = 3_000

/** A queue of the socket, as far as Node tells: bytes that were handed in, and those of them not yet taken. */
type Outlet = Duplex & { readonly bytesWritten?: number }

/**
 * One client. A class, not closures: there are tens of thousands, and what each holds is the price of an idle socket.
 * Frames are written to the socket beneath `ws` as they are; without compression `ws` never holds a frame back, so
 * its own control frames and ours stay whole.
 */
export class Connection {
  readonly userId: string
  readonly sessionHash: string
  /** Raised by each subscribe: one that was overtaken while rooms were loaded is void. */
  subscriptions = 0
  seatings: readonly Seating[] = []
  #socket: Outlet
  #ws: WebSocket
  #owed: Set<Slot> | undefined
  #insistedMark = 0
  #insistedLast = 0
  #insistedSince = 0
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

  get isCongested(): boolean {
    return this.#owed !== undefined || this.#socket.writableLength > CONGESTED_BYTES
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

  /** Sends the state as it is, now or, when the socket is congested, as it will be once it has drained. */
  offer(slot: Slot): void {
    if (this.isCongested) {
      this.owe(slot)
      return
    }
    const frame = slot.frame()
    if (frame) this.write(frame)
  }

  /** Several states, in one system call. */
  offerAll(slots: Iterable<Slot>): void {
    this.#socket.cork()
    for (const slot of slots) this.offer(slot)
    this.#socket.uncork()
  }

  /** Notes that the socket has to get this state when it has drained. */
  owe(slot: Slot): void {
    if (!this.isOpen) return
    if (!this.#owed) {
      this.#owed = new Set()
      this.#socket.once('drain', () => this.#payDebts())
    }
    this.#owed.add(slot)
  }

  /** Nothing that was owed is of interest any more. */
  forgiveAll(): void {
    this.#owed?.clear()
  }

  /** Sends what must never be left out; a socket that does not take it within 10 s is closed. */
  insist(frame: Buffer, now: number): void {
    this.write(frame)
    if (this.#socket.writableLength === 0) return
    this.#insistedLast = this.#socket.bytesWritten ?? 0
    if (this.#insistedSince === 0) {
      this.#insistedSince = now
      this.#insistedMark = this.#insistedLast
    }
    if (this.#socket.writableLength > DROWNING_BYTES) this.close('tooSlow')
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
    this.#owed = undefined
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
    this.insist(PING_FRAME, now)
  }

  #isTooSlow(now: number): boolean {
    if (this.#insistedSince === 0) return false
    const taken = (this.#socket.bytesWritten ?? 0) - this.#socket.writableLength
    if (taken >= this.#insistedLast) this.#insistedSince = 0
    else if (taken >= this.#insistedMark) {
      this.#insistedSince = now
      this.#insistedMark = this.#insistedLast
    }
    return this.#insistedSince !== 0 && now - this.#insistedSince >= INSISTED_MS
  }

  #payDebts(): void {
    const owed = this.#owed
    this.#owed = undefined
    if (!owed) return
    for (const slot of owed) this.offer(slot)
  }
}
