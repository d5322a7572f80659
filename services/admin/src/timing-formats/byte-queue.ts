/**
 * A queue of bytes in one buffer that doubles when full.
 * Adding and removing cost no more than the bytes added, however small the pieces.
 */
export class ByteQueue {
  #buffer = Buffer.alloc(1_024)
  #start = 0
  #end = 0

  get length(): number {
    return this.#end - this.#start
  }

  /** The bytes in the queue. Valid until the next change of the queue. */
  get bytes(): Buffer {
    return this.#buffer.subarray(this.#start, this.#end)
  }

  add(bytes: Uint8Array): void {
    if (this.#end + bytes.length > this.#buffer.length) {
      const { length } = this
      const hasRoom = 2 * (length + bytes.length) <= this.#buffer.length
      const target = hasRoom ? this.#buffer : Buffer.alloc(2 * (length + bytes.length))
      this.#buffer.copy(target, 0, this.#start, this.#end)
      this.#buffer = target
      this.#start = 0
      this.#end = length
    }
    this.#buffer.set(bytes, this.#end)
    this.#end += bytes.length
  }

  /** Removes `count` bytes from the front. */
  remove(count: number): void {
    this.#start = Math.min(this.#start + count, this.#end)
    if (this.#start < this.#end) return
    this.#start = 0
    this.#end = 0
  }

  clear(): void {
    this.remove(this.length)
  }
}
