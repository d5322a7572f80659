import { describe, expect, test } from 'vitest'
import { aPng, aPngOf, jpegHead, pngChunk, pngHead } from '../../test/sample-images.ts'
import { isAllowedSize } from './image.ts'
import { readImage } from './read-image.ts'

describe('readImage', () => {
  test('detects a PNG or a JPEG by its bytes', () => {
    expect(readImage(pngHead(640, 480))).toMatchObject({ width: 640, height: 480, is16Bit: false })
    expect(readImage(jpegHead(800, 600))).toMatchObject({ width: 800, height: 600, is16Bit: false })
    expect(readImage(aPngOf(20, 10, { depth: 16 }))).toMatchObject({ width: 20, height: 10, is16Bit: true })
  })
  test('rejects everything else, whatever it is called', () => {
    expect(readImage(Buffer.from('<svg onload="alert(1)"/>'))).toBeUndefined()
    expect(readImage(Buffer.from('GIF89a'))).toBeUndefined()
    expect(readImage(Buffer.from('RIFF\x10\0\0\0WEBPVP8 ', 'latin1'))).toBeUndefined()
    expect(readImage(Buffer.alloc(0))).toBeUndefined()
    expect(readImage(pngHead(0, 10))).toBeUndefined()
    expect(readImage(pngHead(640, 480).subarray(0, 20))).toBeUndefined()
    expect(readImage(jpegHead(640, 480).subarray(0, 12))).toBeUndefined()
    expect(readImage(Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 0]), Buffer.alloc(20)]))).toBeUndefined()
  })
  test('isAllowedSize rejects images that would unpack to something huge', () => {
    const isAllowed = (width: number, height: number, is16Bit = false) => isAllowedSize({ width, height, is16Bit })
    expect(isAllowed(8_001, 10)).toBe(false)
    expect(isAllowed(10, 8_001)).toBe(false)
    expect(isAllowed(8_000, 8_000)).toBe(false)
    expect(isAllowed(30_000, 30_000)).toBe(false)
    expect(isAllowed(8_000, 3_125)).toBe(true)
    expect(isAllowed(8_000, 3_125, true)).toBe(false)
    expect(isAllowed(4_000, 3_125, true)).toBe(true)
  })
  test('drops PNG chunks without pixels, which may unpack to anything', async () => {
    const plain = await aPng(20, 10)
    const extra = ['zTXt', 'iTXt', 'iCCP', 'acTL', 'fdAT', 'eXIf'].map((type) => pngChunk(type, Buffer.from('more')))
    const filled = Buffer.concat([plain.subarray(0, 33), ...extra, plain.subarray(33), Buffer.from('behind its end')])
    expect(readImage(filled)?.decodableBytes).toEqual(readImage(plain)?.decodableBytes)
    expect(readImage(filled)?.decodableBytes?.includes('more')).toBe(false)
  })
  test('has no decodable bytes for a truncated file or one of many tiny chunks', async () => {
    expect(readImage((await aPng(20, 10)).subarray(0, -1))?.decodableBytes).toBeUndefined()
    expect(readImage(jpegHead(20, 10))?.decodableBytes).toBeUndefined()
    const crumbs = Buffer.concat(Array.from({ length: 300_000 }, () => pngChunk('tEXt', Buffer.from('a\0b'))))
    const plain = await aPng(20, 10)
    const crumbled = Buffer.concat([plain.subarray(0, 33), crumbs, plain.subarray(33)])
    expect(readImage(crumbled)?.decodableBytes).toBeUndefined()
  })
})
