import { Transformer } from '@napi-rs/image'
import { describe, expect, test } from 'vitest'
import {
  aJpeg,
  aPng,
  aPngOf,
  aPrintedJpeg,
  asTakenUpright,
  packedZeros,
  pngChunk,
  pngHead,
} from '../../test/sample-images.ts'
import { cardOf, displayImage } from './display-image.ts'
import { readImage } from './read-image.ts'

const display = async (bytes: Buffer) => {
  const image = readImage(bytes)
  if (!image) throw new Error('no picture')
  return displayImage(image)
}
const sizeOf = async (bytes: Buffer = Buffer.alloc(0)) => {
  const { format, width, height } = await new Transformer(bytes).metadata()
  return [format, width, height]
}
const displaySizes = async (upload: Buffer) => {
  const { bytes, card } = (await display(upload)) ?? {}
  return { wide: await sizeOf(bytes), card: await sizeOf(card) }
}

describe('displayImage', () => {
  test('shrinks an image to screen and card size and keeps its proportions', async () => {
    expect(await displaySizes(await aPng(4_000, 2_000))).toEqual({
      wide: ['webp', 1_600, 800],
      card: ['webp', 320, 160],
    })
    expect(await displaySizes(await aJpeg(1_000, 3_200))).toEqual({
      wide: ['webp', 500, 1_600],
      card: ['webp', 100, 320],
    })
    expect(await displaySizes(await aPng(8_000, 1))).toEqual({ wide: ['webp', 1_600, 1], card: ['webp', 320, 1] })
  })

  test('does not enlarge an image', async () => {
    expect(await displaySizes(await aJpeg(40, 30))).toEqual({ wide: ['webp', 40, 30], card: ['webp', 40, 30] })
  })

  test('cardOf creates the same card later for an image stored without one', async () => {
    const { bytes = Buffer.alloc(0), card } = (await display(await aPng(900, 300))) ?? {}
    expect(await sizeOf(await cardOf(bytes))).toEqual(await sizeOf(card))
  })

  test('turns an image upright and strips its metadata', async () => {
    const upright = asTakenUpright(await aJpeg(40, 30), 'Skyline, at the tree')
    expect((await new Transformer(upright).metadata(true)).orientation).toBe(6)
    const image = await display(upright)
    expect(await sizeOf(image?.bytes)).toEqual(['webp', 30, 40])
    expect(await sizeOf(image?.card)).toEqual(['webp', 30, 40])
    expect(upright.includes('Skyline')).toBe(true)
    for (const bytes of [image?.bytes, image?.card]) expect(bytes?.includes('Skyline')).toBe(false)
  })

  test('converts a CMYK image to RGB', async () => {
    const image = await display(aPrintedJpeg())
    const pixels = await new Transformer(image?.bytes ?? Buffer.alloc(0)).rawPixels()
    expect([pixels[0], pixels[1], pixels[2]]).toEqual([255, 0, 0])
  })

  test('reduces 16 bits per channel to 8 and an animation to its first frame', async () => {
    expect((await displaySizes(aPngOf(60, 40, { depth: 16 }))).wide).toEqual(['webp', 60, 40])
    const frames = pngChunk('acTL', Buffer.from([0, 0, 0, 9, 0, 0, 0, 0]))
    const image = await display(aPngOf(60, 40, { more: [frames] }))
    expect(await sizeOf(image?.bytes)).toEqual(['webp', 60, 40])
    expect(image?.bytes.includes('ANIM')).toBe(false)
  })

  test('rejects a file with only a header, or a truncated one', async () => {
    expect(await display(pngHead(640, 480))).toBeUndefined()
    expect(await display((await aPng(640, 480)).subarray(0, 500))).toBeUndefined()
    const jpeg = await aJpeg(640, 480)
    expect(await display(jpeg.subarray(0, jpeg.length / 2))).toBeUndefined()
    expect(await display(jpeg.subarray(0, -2))).toBeUndefined()
  })

  test('does not unpack data beside the pixels', async () => {
    const packed = packedZeros(500_000_000)
    const named = (name: string, more: string) => Buffer.concat([Buffer.from(name + more, 'latin1'), packed])
    const more = [
      pngChunk('iCCP', named('profile', '\0\0')),
      pngChunk('zTXt', named('Comment', '\0\0')),
      pngChunk('iTXt', named('Comment', '\0\x01\0\0\0')),
    ]
    const bytes = aPngOf(60, 40, { more })
    const before = process.memoryUsage.rss()
    expect(await display(bytes)).toBeDefined()
    expect(process.memoryUsage.rss() - before).toBeLessThan(100_000_000)
  })

  test('leaves the event loop free while it works', async () => {
    const bytes = await aPng(5_000, 5_000)
    let turns = 0
    const ticks = setInterval(() => turns++, 1)
    await display(bytes)
    clearInterval(ticks)
    // The conversion takes about a second; a blocked event loop would have no turns.
    expect(turns).toBeGreaterThan(20)
  })

  test('rejects requests with a retry time when many are queued', async () => {
    const bytes = await aPng(800, 800)
    const all = await Promise.allSettled(Array.from({ length: 20 }, () => display(bytes)))
    const refused = all.filter(({ status }) => status === 'rejected')
    expect(refused.length).toBeGreaterThan(0)
    expect(refused[0]).toMatchObject({ reason: { kind: 'unavailable', retryAfterSeconds: 5 } })
    expect(all.length - refused.length).toBeGreaterThanOrEqual(10)
  })
})
