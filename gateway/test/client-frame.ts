/** Builds a client's frame, masked by zeroes (RFC 6455, 5.2); also frames that no library would send. */
export const clientFrame = (
  opcode: number,
  payload: Buffer | string = '',
  { isFinal = true }: { isFinal?: boolean } = {},
): Buffer => {
  const bytes = Buffer.from(payload)
  const long = bytes.length > 125
  const header = Buffer.alloc(long ? 8 : 6)
  header[0] = (isFinal ? 0x80 : 0) | opcode
  header[1] = 0x80 | (long ? 126 : bytes.length)
  if (long) header.writeUInt16BE(bytes.length, 2)
  return Buffer.concat([header, bytes])
}

export const OPCODE = { continuation: 0x0, text: 0x1, close: 0x8, ping: 0x9, pong: 0xa } as const
