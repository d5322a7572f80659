import { describe, expect, test } from 'vitest'
import { jpegHead, pngHead } from '../testing/sample-pictures.ts'
import { isSaneSize, readPicture } from './picture.ts'

describe('what an uploaded file is', () => {
  test('a PNG or a JPEG by its own bytes', () => {
    expect(readPicture(pngHead(640, 480))).toEqual({ width: 640, height: 480 })
    expect(readPicture(jpegHead(800, 600))).toEqual({ width: 800, height: 600 })
  })
  test('nothing else, whatever it is called', () => {
    expect(readPicture(Buffer.from('<svg onload="alert(1)"/>'))).toBeUndefined()
    expect(readPicture(Buffer.from('GIF89a'))).toBeUndefined()
    expect(readPicture(Buffer.alloc(0))).toBeUndefined()
    expect(readPicture(pngHead(0, 10))).toBeUndefined()
    expect(readPicture(pngHead(640, 480).subarray(0, 20))).toBeUndefined()
    expect(readPicture(jpegHead(640, 480).subarray(0, 12))).toBeUndefined()
    expect(readPicture(Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 0]), Buffer.alloc(20)]))).toBeUndefined()
  })
  test('not one that would unpack to something huge', () => {
    expect(isSaneSize({ width: 8_001, height: 10 })).toBe(false)
    expect(isSaneSize({ width: 10, height: 8_001 })).toBe(false)
    expect(isSaneSize({ width: 8_000, height: 8_000 })).toBe(false)
    expect(isSaneSize({ width: 8_000, height: 3_125 })).toBe(true)
  })
})
