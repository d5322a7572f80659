import type { FrameOf, ServerFrame } from '@purple-sector/contracts/realtime'

/**
 * Builds a text message in the WebSocket wire format (RFC 6455, 5.2: final, unmasked, not compressed).
 * The same buffer can be written to any number of sockets.
 */
export const textFrame = (json: string): Buffer => {
  const length = Buffer.byteLength(json)
  const offset = length < 126 ? 2 : length < 65_536 ? 4 : 10
  const frame = Buffer.allocUnsafe(offset + length)
  frame[0] = 0x81
  if (length < 126) frame[1] = length
  else if (length < 65_536) {
    frame[1] = 126
    frame.writeUInt16BE(length, 2)
  } else {
    frame[1] = 127
    frame.writeBigUInt64BE(BigInt(length), 2)
  }
  frame.write(json, offset)
  return frame
}

/** An empty ping, shared by all sockets. */
export const PING_FRAME = Buffer.from([0x89, 0x00])

/** Builds frames; `seq` numbers frames of a channel, `at` is the time of events about racing. */
export type FrameWriter = <Type extends ServerFrame['type']>(
  type: Type,
  data: FrameOf<Type>['data'],
  seq?: number,
  at?: string | null,
) => Buffer

/** `epoch` identifies this process: a client that receives another epoch discards its last `seq`. */
export const frameWriter =
  (epoch: string): FrameWriter =>
  (type, data, seq, at) =>
    // `at` comes first: a client with a spoiler delay reads only `at` of a frame that it delays.
    textFrame(JSON.stringify({ type, at: at ?? undefined, data, seq, epoch }))
