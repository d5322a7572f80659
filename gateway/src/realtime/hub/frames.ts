import type { FrameOf, ServerFrame } from '@purple-sector/contracts/realtime'

/**
 * A whole text message in the WebSocket's wire format (RFC 6455, 5.2: final, unmasked as a server's are, not
 * compressed): built once, it is written to any number of sockets as it is.
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

/** An empty ping, the same for everybody. */
export const PING_FRAME = Buffer.from([0x89, 0x00])

/** Makes frames of this process; `seq` for those that belong to a channel, `at` for what tells of racing: when that was. */
export type FrameWriter = <Type extends ServerFrame['type']>(
  type: Type,
  data: FrameOf<Type>['data'],
  seq?: number,
  at?: string | null,
) => Buffer

/** `epoch` names this process: a client that sees another one forgets the `seq` it knew. */
export const frameWriter =
  (epoch: string): FrameWriter =>
  (type, data, seq, at) =>
    // A screen with a delay asks for `at` before all else, and reads no further in what it holds back.
    textFrame(JSON.stringify({ type, at: at ?? undefined, data, seq, epoch }))
