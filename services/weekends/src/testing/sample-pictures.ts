import { Transformer } from '@napi-rs/image'

const pixels = (width: number, height: number): Uint8Array => {
  const bytes = new Uint8Array(width * height * 4).fill(255)
  for (let at = 0; at < bytes.length; at += 4) bytes[at] = (at >> 8) & 255
  return bytes
}

/** Pictures that can be decoded. */
export const aPng = (width: number, height: number): Promise<Buffer> =>
  Transformer.fromRgbaPixels(pixels(width, height), width, height).png()
export const aJpeg = (width: number, height: number): Promise<Buffer> =>
  Transformer.fromRgbaPixels(pixels(width, height), width, height).jpeg()

/** The same taken by a phone held upright, which says so, and where it was. */
export const asTakenUpright = (jpeg: Buffer, place: string): Buffer => {
  const tiff = Buffer.alloc(38 + place.length)
  tiff.write('MM\0\x2a\0\0\0\x08', 0, 'latin1')
  tiff.writeUInt16BE(2, 8)
  // Orientation (0x0112), a short: 6, turned by 90°. ImageDescription (0x010e), text, behind the directory.
  tiff.set([0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, 6, 0, 0], 10)
  tiff.set([0x01, 0x0e, 0, 2, 0, 0, 0, place.length, 0, 0, 0, 38], 22)
  tiff.write(place, 38, 'latin1')
  const head = Buffer.from([0xff, 0xe1, 0, 0])
  const segment = Buffer.concat([head, Buffer.from('Exif\0\0', 'latin1'), tiff])
  segment.writeUInt16BE(segment.length - 2, 2)
  return Buffer.concat([jpeg.subarray(0, 2), segment, jpeg.subarray(2)])
}

/** The head of a PNG of that size: as much of one as is looked at before it is decoded. */
export const pngHead = (width: number, height: number): Buffer => {
  const head = Buffer.alloc(33)
  Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]).copy(head)
  head.writeUInt32BE(13, 8)
  head.write('IHDR', 12, 'latin1')
  head.writeUInt32BE(width, 16)
  head.writeUInt32BE(height, 20)
  return head
}

/** The head of a JPEG of that size, its frame header after another segment. */
export const jpegHead = (width: number, height: number): Buffer => {
  const segment = Buffer.from([0xff, 0xe0, 0, 4, 1, 2])
  const frame = Buffer.from([0xff, 0xc2, 0, 11, 8, 0, 0, 0, 0, 1, 1, 0x11, 0])
  frame.writeUInt16BE(height, 5)
  frame.writeUInt16BE(width, 7)
  return Buffer.concat([Buffer.from([0xff, 0xd8]), segment, frame])
}
