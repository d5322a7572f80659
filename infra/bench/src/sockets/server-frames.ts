const TEXT = 0x1
const CLOSE = 0x8
const PING = 0x9

/**
 * Parses the frames of a server from received bytes.
 * Small and fast, because a load generator has thousands.
 */
export class ServerFrames {
  #rest: Buffer | undefined

  /** Calls `onText` with the payload of every complete text frame (valid until it returns), `onPing` and `onClose`. */
  read(chunk: Buffer, onText: (payload: Buffer) => void, onPing: () => void, onClose: () => void): void {
    const data = this.#rest ? Buffer.concat([this.#rest, chunk]) : chunk
    let offset = 0
    while (data.length - offset >= 2) {
      const short = data[offset + 1]! & 0x7f
      const head = short < 126 ? 2 : short === 126 ? 4 : 10
      if (data.length - offset < head) break
      const length = short < 126 ? short : short === 126 ? data.readUInt16BE(offset + 2) : data.readUInt32BE(offset + 6)
      if (data.length - offset < head + length) break
      const opcode = data[offset]! & 0x0f
      if (opcode === TEXT) onText(data.subarray(offset + head, offset + head + length))
      else if (opcode === PING) onPing()
      else if (opcode === CLOSE) onClose()
      offset += head + length
    }
    // Copied, because the chunk is the caller's buffer, which is reused.
    this.#rest = offset < data.length ? Buffer.from(data.subarray(offset)) : undefined
  }
}

/** Encodes a text frame of a client; the mask is zero, which is valid. */
export const clientFrame = (text: string, opcode = TEXT): Buffer => {
  const payload = Buffer.from(text)
  if (payload.length > 125) throw new Error('The bench sends short frames only')
  return Buffer.concat([Buffer.from([0x80 | opcode, 0x80 | payload.length, 0, 0, 0, 0]), payload])
}

export const PONG = clientFrame('', 0xa)
export const CLOSE_FRAME = clientFrame('', CLOSE)
