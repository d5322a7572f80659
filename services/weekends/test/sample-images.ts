import { crc32, deflateSync } from 'node:zlib'
import { Transformer } from '@napi-rs/image'

const pixels = (width: number, height: number): Uint8Array => {
  const bytes = new Uint8Array(width * height * 4).fill(255)
  for (let at = 0; at < bytes.length; at += 4) bytes[at] = (at >> 8) & 255
  return bytes
}

/** Creates images that can be decoded. */
export const aPng = (width: number, height: number): Promise<Buffer> =>
  Transformer.fromRgbaPixels(pixels(width, height), width, height).png()
export const aJpeg = (width: number, height: number): Promise<Buffer> =>
  Transformer.fromRgbaPixels(pixels(width, height), width, height).jpeg()

/** Adds the metadata of a phone held upright: its orientation, and a description of the place. */
export const asTakenUpright = (jpeg: Buffer, place: string): Buffer => {
  const tiff = Buffer.alloc(38 + place.length)
  tiff.write('MM\0\x2a\0\0\0\x08', 0, 'latin1')
  tiff.writeUInt16BE(2, 8)
  // Orientation (0x0112), a short: 6, rotated by 90°. ImageDescription (0x010e), text, behind the directory.
  tiff.set([0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, 6, 0, 0], 10)
  tiff.set([0x01, 0x0e, 0, 2, 0, 0, 0, place.length, 0, 0, 0, 38], 22)
  tiff.write(place, 38, 'latin1')
  const head = Buffer.from([0xff, 0xe1, 0, 0])
  const segment = Buffer.concat([head, Buffer.from('Exif\0\0', 'latin1'), tiff])
  segment.writeUInt16BE(segment.length - 2, 2)
  return Buffer.concat([jpeg.subarray(0, 2), segment, jpeg.subarray(2)])
}

/** Creates the header of a PNG of that size, which is all that is checked before decoding. */
export const pngHead = (width: number, height: number): Buffer => {
  const head = Buffer.alloc(33)
  Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]).copy(head)
  head.writeUInt32BE(13, 8)
  head.write('IHDR', 12, 'latin1')
  head.writeUInt32BE(width, 16)
  head.writeUInt32BE(height, 20)
  return head
}

/** Creates the header of a JPEG of that size, its frame header after another segment. */
export const jpegHead = (width: number, height: number): Buffer => {
  const segment = Buffer.from([0xff, 0xe0, 0, 4, 1, 2])
  const frame = Buffer.from([0xff, 0xc2, 0, 11, 8, 0, 0, 0, 0, 1, 1, 0x11, 0])
  frame.writeUInt16BE(height, 5)
  frame.writeUInt16BE(width, 7)
  return Buffer.concat([Buffer.from([0xff, 0xd8]), segment, frame])
}

/** Creates a PNG chunk: length, type, data, checksum. */
export const pngChunk = (type: string, data: Buffer): Buffer => {
  const chunk = Buffer.alloc(12 + data.length)
  chunk.writeUInt32BE(data.length, 0)
  chunk.write(type, 4, 'latin1')
  data.copy(chunk, 8)
  chunk.writeUInt32BE(crc32(chunk.subarray(4, 8 + data.length)), 8 + data.length)
  return chunk
}

/** Creates a black PNG with alpha, of that size and depth, with additional chunks before its pixels. */
export const aPngOf = (
  width: number,
  height: number,
  { depth = 8, more = [] }: { depth?: 8 | 16; more?: readonly Buffer[] } = {},
): Buffer => {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head.set([depth, 6], 8)
  const pixels = deflateSync(Buffer.alloc((1 + (width * 4 * depth) / 8) * height))
  const chunks = [pngChunk('IHDR', head), ...more, pngChunk('IDAT', pixels), pngChunk('IEND', Buffer.alloc(0))]
  return Buffer.concat([pngHead(width, height).subarray(0, 8), ...chunks])
}

/** Compresses zeros, by a factor of a thousand. */
export const packedZeros = (bytes: number): Buffer => deflateSync(Buffer.alloc(bytes))

/** Creates an 8 × 8 CMYK JPEG: red, with the inverted values that Adobe writes. */
export const aPrintedJpeg = (): Buffer => {
  const segment = (marker: number, ...data: number[]): Buffer =>
    Buffer.from([0xff, marker, (data.length + 2) >> 8, (data.length + 2) & 255, ...data])
  const table = (kind: number, ...counts: number[]) => {
    const lengths = Array.from({ length: 16 }, (_, at) => counts[at] ?? 0)
    return segment(0xc4, kind, ...lengths, ...(kind === 0 ? [0, 10, 11] : [0]))
  }
  const adobe = segment(0xee, ...Buffer.from('Adobe'), 0, 100, 0, 0, 0, 0, 0)
  const ones = segment(0xdb, 0, ...Array(64).fill(1))
  const components = [1, 2, 3, 4].flatMap((id) => [id, 0x11, 0])
  const frame = segment(0xc0, 8, 0, 8, 0, 8, 4, ...components)
  const scan = segment(0xda, 4, ...[1, 2, 3, 4].flatMap((id) => [id, 0]), 0, 63, 0)
  // Each component is a DC coefficient, the difference to the one before: 8 × (255 − 128) or 8 × (0 − 128), then the
  // end of block.
  const code = (value: number): string => {
    const size = Math.abs(value) < 1_024 ? 10 : 11
    const bits = value < 0 ? value + 2 ** size - 1 : value
    return `${size === 10 ? '10' : '110'}${bits.toString(2).padStart(size, '0')}0`
  }
  const bits = [1_016, -1_024, -1_024, 1_016].map(code).join('')
  const packed = bits.padEnd(Math.ceil(bits.length / 8) * 8, '1').match(/.{8}/g) ?? []
  const data = packed.flatMap((byte) => (byte === '11111111' ? [255, 0] : [Number.parseInt(byte, 2)]))
  const parts = [adobe, ones, frame, table(0, 1, 1, 1), table(0x10, 1), scan, Buffer.from(data)]
  return Buffer.concat([Buffer.from([0xff, 0xd8]), ...parts, Buffer.from([0xff, 0xd9])])
}
