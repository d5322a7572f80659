import { crc32, deflateSync } from 'node:zlib'

const MB = 1024 * 1024
const MARK = Buffer.from([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10])

const chunk = (type: string, data: Uint8Array): Buffer => {
  const content = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const ends = Buffer.alloc(8)
  ends.writeUInt32BE(data.length)
  ends.writeUInt32BE(crc32(content), 4)
  return Buffer.concat([ends.subarray(0, 4), content, ends.subarray(4)])
}

/** A PNG of grey that says this of its size, and holds so many bytes unpacked. */
const png = (width: number, height: number, bytes: number, between: Buffer = Buffer.alloc(0)): Buffer => {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width)
  head.writeUInt32BE(height, 4)
  head[8] = 8
  const pixels = chunk('IDAT', deflateSync(Buffer.alloc(bytes)))
  return Buffer.concat([MARK, chunk('IHDR', head), between, pixels, chunk('IEND', Buffer.alloc(0))])
}

const REMARKS = Buffer.concat(Array<Buffer>(300_000).fill(chunk('tEXt', Buffer.from('a\0b'))))

/** Files that a picture of a category is not, or must not be, by what they do. */
export const hostilePictures = (): Record<string, Uint8Array> => ({
  'a picture of 30,000 by 30,000': png(30_000, 30_000, 100 * MB),
  'a large picture with too few pixels': png(8_000, 3_000, 10),
  'a small picture that unpacks to 600 MB': png(10, 10, 600 * MB).subarray(0, -20),
  'a picture with 300,000 remarks': png(10, 10, 110, REMARKS),
  'a GIF': Buffer.concat([Buffer.from('GIF89a'), Buffer.alloc(1_000)]),
  'a drawing with a script': Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'),
  'half a JPG': Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 16, 0x4a, 0x46, 0x49, 0x46, 0]),
  '6 MB': new Uint8Array(6 * MB),
})
