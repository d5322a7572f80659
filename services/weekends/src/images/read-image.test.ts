import { describe, expect, test } from 'vitest'
import { aPng, aPngOf, jpegHead, pngChunk, pngHead } from '../../test/sample-images.ts'
import { isSaneSize } from './image.ts'
import { readImage } from './read-image.ts'

describe('what an uploaded file is', () => {
  test('a PNG or a JPEG by its own bytes', () => {
    expect(readImage(pngHead(640, 480))).toMatchObject({ width: 640, height: 480, isDeep: false })
    expect(readImage(jpegHead(800, 600))).toMatchObject({ width: 800, height: 600, isDeep: false })
    expect(readImage(aPngOf(20, 10, { depth: 16 }))).toMatchObject({ width: 20, height: 10, isDeep: true })
  })
  test('nothing else, whatever it is called', () => {
    expect(readImage(Buffer.from('<svg onload="alert(1)"/>'))).toBeUndefined()
    expect(readImage(Buffer.from('GIF89a'))).toBeUndefined()
    expect(readImage(Buffer.from('RIFF\x10\0\0\0WEBPVP8 ', 'latin1'))).toBeUndefined()
    expect(readImage(Buffer.alloc(0))).toBeUndefined()
    expect(readImage(pngHead(0, 10))).toBeUndefined()
    expect(readImage(pngHead(640, 480).subarray(0, 20))).toBeUndefined()
    expect(readImage(jpegHead(640, 480).subarray(0, 12))).toBeUndefined()
    expect(readImage(Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 0]), Buffer.alloc(20)]))).toBeUndefined()
  })
  test('not one that would unpack to something huge', () => {
    const isSane = (width: number, height: number, isDeep = false) => isSaneSize({ width, height, isDeep })
    expect(isSane(8_001, 10)).toBe(false)
    expect(isSane(10, 8_001)).toBe(false)
    expect(isSane(8_000, 8_000)).toBe(false)
    expect(isSane(30_000, 30_000)).toBe(false)
    expect(isSane(8_000, 3_125)).toBe(true)
    expect(isSane(8_000, 3_125, true)).toBe(false)
    expect(isSane(4_000, 3_125, true)).toBe(true)
  })
  test('whole, without the parts of a PNG that make no pixels and may unpack to anything', async () => {
    const plain = await aPng(20, 10)
    const extra = ['zTXt', 'iTXt', 'iCCP', 'acTL', 'fdAT', 'eXIf'].map((type) => pngChunk(type, Buffer.from('more')))
    const filled = Buffer.concat([plain.subarray(0, 33), ...extra, plain.subarray(33), Buffer.from('behind its end')])
    expect(readImage(filled)?.whole).toEqual(readImage(plain)?.whole)
    expect(readImage(filled)?.whole?.includes('more')).toBe(false)
  })
  test('not whole where it ends too soon, or is all small pieces', async () => {
    expect(readImage((await aPng(20, 10)).subarray(0, -1))?.whole).toBeUndefined()
    expect(readImage(jpegHead(20, 10))?.whole).toBeUndefined()
    const crumbs = Buffer.concat(Array.from({ length: 300_000 }, () => pngChunk('tEXt', Buffer.from('a\0b'))))
    const plain = await aPng(20, 10)
    const crumbled = Buffer.concat([plain.subarray(0, 33), crumbs, plain.subarray(33)])
    expect(readImage(crumbled)?.whole).toBeUndefined()
  })
})
