/** The head of a PNG of that size: as much of one as the service looks at. */
export const pngOf = (width: number, height: number): Buffer => {
  const head = Buffer.alloc(33)
  Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]).copy(head)
  head.writeUInt32BE(13, 8)
  head.write('IHDR', 12, 'latin1')
  head.writeUInt32BE(width, 16)
  head.writeUInt32BE(height, 20)
  return head
}

/** The head of a JPEG of that size, its frame header after another segment. */
export const jpegOf = (width: number, height: number): Buffer => {
  const segment = Buffer.from([0xff, 0xe0, 0, 4, 1, 2])
  const frame = Buffer.from([0xff, 0xc2, 0, 11, 8, 0, 0, 0, 0, 1, 1, 0x11, 0])
  frame.writeUInt16BE(height, 5)
  frame.writeUInt16BE(width, 7)
  return Buffer.concat([Buffer.from([0xff, 0xd8]), segment, frame])
}
