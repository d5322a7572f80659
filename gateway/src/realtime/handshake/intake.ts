import type { Duplex } from 'node:stream'
import type { Client } from '../hub/client.ts'

/** docs/contract.md, Realtime: frames up to 4 KB. */
export const MAX_FRAME_BYTES = 4 * 1024
/** docs/contract.md, Realtime: 20 client frames in 10 s. Fragments, pings and invalid frames count too. */
const MAX_FRAMES = 20
const WINDOW_MS = 10_000
/** Bytes of client frames, with their headers (RFC 6455, 5.2). */
const MAX_BYTES = MAX_FRAMES * (MAX_FRAME_BYTES + 14)

const CLOSE = 0x8
const PONG = 0xa
/** Values of the length byte that announce a length in the next two or eight bytes. */
const IN_TWO_BYTES = 126
const IN_EIGHT_BYTES = 127

/** Counts the frames and bytes of a client before they are parsed. A class, because every socket has one. */
export class Intake {
  #windowEndsAt = 0
  #frames = 0
  #bytes = 0
  #hasPonged = false
  /** Position within a frame: bytes to skip, or else the next part of its header. */
  #toSkip = 0
  #next: 'first' | 'length' | 'long length' = 'first'
  #lengthBytes = 0
  #length = 0
  #maskBytes = 0
  isLimitExceeded = false

  /**
   * Returns how many bytes of the chunk are within the limit. If they are fewer than all, the rest and all later chunks
   * must not be read.
   */
  accept(chunk: Buffer, now: number): number {
    if (now >= this.#windowEndsAt) {
      this.#windowEndsAt = now + WINDOW_MS
      this.#frames = 0
      this.#bytes = 0
      this.#hasPonged = false
    }
    const acceptedBytes = this.#framesWithin(chunk, Math.min(chunk.length, MAX_BYTES - this.#bytes))
    this.#bytes += acceptedBytes
    this.isLimitExceeded = acceptedBytes < chunk.length
    return acceptedBytes
  }

  /** Returns up to which of the first `end` bytes the frames of a chunk are within the limit. */
  #framesWithin(chunk: Buffer, end: number): number {
    let offset = 0
    while (offset < end) {
      if (this.#toSkip > 0) {
        const skipped = Math.min(this.#toSkip, end - offset)
        this.#toSkip -= skipped
        offset += skipped
        continue
      }
      const byte = chunk[offset] ?? 0
      if (this.#next === 'first') {
        if (!this.#countFrame(byte & 0x0f)) return offset
        this.#next = 'length'
      } else if (this.#next === 'length') this.#readLength(byte)
      else this.#readLongLength(byte)
      offset++
    }
    return offset
  }

  /** Counts a frame; returns whether it is within the limit. Close frames and one pong per window do not count. */
  #countFrame(opcode: number): boolean {
    if (opcode === CLOSE) return true
    if (opcode === PONG && !this.#hasPonged) {
      this.#hasPonged = true
      return true
    }
    return ++this.#frames <= MAX_FRAMES
  }

  #readLength(byte: number): void {
    const length = byte & 0x7f
    this.#maskBytes = byte & 0x80 ? 4 : 0
    this.#length = 0
    this.#lengthBytes = length === IN_TWO_BYTES ? 2 : length === IN_EIGHT_BYTES ? 8 : 0
    if (this.#lengthBytes > 0) this.#next = 'long length'
    else this.#pass(length)
  }

  #readLongLength(byte: number): void {
    this.#length = this.#length * 256 + byte
    if (--this.#lengthBytes === 0) this.#pass(this.#length)
  }

  #pass(payload: number): void {
    this.#toSkip = this.#maskBytes + payload
    this.#next = 'first'
  }
}

type Reader = (this: Duplex, chunk: Buffer) => void

/**
 * Limits reading from a client's socket: the first byte beyond the limit ends it.
 * Without this, `ws` parses, and responds to, all bytes that the kernel has buffered, even after closing. Retains
 * nothing of the handshake, because there are tens of thousands of sockets.
 */
export const limitIntake = (socket: Duplex, client: Client, onLimitExceeded: (client: Client) => void): void => {
  const [read] = socket.listeners('data') as Reader[]
  if (!read) throw new Error('The socket has no reader yet')
  const intake = new Intake()
  // Not removeAllListeners, which leaves a much larger table of listeners.
  socket.off('data', read)
  socket.on('data', function (this: Duplex, chunk: Buffer) {
    if (intake.isLimitExceeded) return
    client.markAlive()
    const acceptedBytes = intake.accept(chunk, performance.now())
    if (acceptedBytes > 0) read.call(this, acceptedBytes < chunk.length ? chunk.subarray(0, acceptedBytes) : chunk)
    if (intake.isLimitExceeded) onLimitExceeded(client)
  })
}
