import { describe, expect, test } from 'vitest'
import { readPicture } from './picture.ts'
import { jpegOf, pngOf } from './sample-pictures.ts'

describe('what an uploaded file is', () => {
  test('a PNG or a JPEG by its own bytes', () => {
    expect(readPicture(pngOf(640, 480))).toEqual({ type: 'image/png', width: 640, height: 480 })
    expect(readPicture(jpegOf(800, 600))).toEqual({ type: 'image/jpeg', width: 800, height: 600 })
  })
  test('nothing else, whatever it is called', () => {
    expect(readPicture(Buffer.from('<svg onload="alert(1)"/>'))).toBeUndefined()
    expect(readPicture(Buffer.from('GIF89a'))).toBeUndefined()
    expect(readPicture(Buffer.alloc(0))).toBeUndefined()
    expect(readPicture(pngOf(640, 480).subarray(0, 20))).toBeUndefined()
    expect(readPicture(jpegOf(640, 480).subarray(0, 12))).toBeUndefined()
    expect(readPicture(Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 0]), Buffer.alloc(20)]))).toBeUndefined()
  })
  test('not one that would unpack to something huge, or to nothing', () => {
    expect(readPicture(pngOf(8_001, 10))).toBeUndefined()
    expect(readPicture(jpegOf(10, 8_001))).toBeUndefined()
    expect(readPicture(pngOf(0, 10))).toBeUndefined()
    expect(readPicture(pngOf(8_000, 8_000))).toBeDefined()
  })
})
