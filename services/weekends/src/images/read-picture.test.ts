import { describe, expect, test } from 'vitest'
import { aPng, aPngOf, jpegHead, pngChunk, pngHead } from '../../test/sample-pictures.ts'
import { isSaneSize } from './picture.ts'
import { readPicture } from './read-picture.ts'

describe('what an uploaded file is', () => {
  test('a PNG or a JPEG by its own bytes', () => {
    expect(readPicture(pngHead(640, 480))).toMatchObject({ width: 640, height: 480, isDeep: false })
    expect(readPicture(jpegHead(800, 600))).toMatchObject({ width: 800, height: 600, isDeep: false })
    expect(readPicture(aPngOf(20, 10, { depth: 16 }))).toMatchObject({ width: 20, height: 10, isDeep: true })
  })
  test('nothing else, whatever it is called', () => {
    expect(readPicture(Buffer.from('<svg onload="alert(1)"/>'))).toBeUndefined()
    expect(readPicture(Buffer.from('GIF89a'))).toBeUndefined()
    expect(readPicture(Buffer.from('RIFF\x10\0\0\0WEBPVP8 ', 'latin1'))).toBeUndefined()
    expect(readPicture(Buffer.alloc(0))).toBeUndefined()
    expect(readPicture(pngHead(0, 10))).toBeUndefined()
    expect(readPicture(pngHead(640, 480).subarray(0, 20))).toBeUndefined()
    expect(readPicture(jpegHead(640, 480).subarray(0, 12))).toBeUndefined()
    expect(readPicture(Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 0]), Buffer.alloc(20)]))).toBeUndefined()
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
    expect(readPicture(filled)?.whole).toEqual(readPicture(plain)?.whole)
    expect(readPicture(filled)?.whole?.includes('more')).toBe(false)
  })
  test('not whole where it ends too soon, or is all small pieces', async () => {
    expect(readPicture((await aPng(20, 10)).subarray(0, -1))?.whole).toBeUndefined()
    expect(readPicture(jpegHead(20, 10))?.whole).toBeUndefined()
    const crumbs = Buffer.concat(Array.from({ length: 300_000 }, () => pngChunk('tEXt', Buffer.from('a\0b'))))
    const plain = await aPng(20, 10)
    const crumbled = Buffer.concat([plain.subarray(0, 33), crumbs, plain.subarray(33)])
    expect(readPicture(crumbled)?.whole).toBeUndefined()
  })
})
