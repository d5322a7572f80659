import { Transformer } from '@napi-rs/image'
import { describe, expect, test } from 'vitest'
import { aJpeg, aPng, asTakenUpright, pngHead } from '../testing/sample-pictures.ts'
import { readPicture } from './picture.ts'
import { shownPicture } from './shown-picture.ts'

const shown = async (bytes: Buffer) => {
  const picture = readPicture(bytes)
  if (!picture) throw new Error('no picture')
  return shownPicture(bytes, picture)
}
const sizeOf = async (bytes: Buffer = Buffer.alloc(0)) => {
  const { format, width, height } = await new Transformer(bytes).metadata()
  return [format, width, height]
}
const shownSize = async (bytes: Buffer) => sizeOf((await shown(bytes))?.bytes)

describe('a picture as it is shown', () => {
  test('is no larger than a screen needs, and keeps its shape', async () => {
    expect(await shownSize(await aPng(4_000, 2_000))).toEqual(['webp', 1_600, 800])
    expect(await shownSize(await aJpeg(1_000, 3_200))).toEqual(['webp', 500, 1_600])
    expect(await shownSize(await aPng(8_000, 1))).toEqual(['webp', 1_600, 1])
  })

  test('is not made larger', async () => {
    expect(await shownSize(await aJpeg(40, 30))).toEqual(['webp', 40, 30])
  })

  test('stands upright, and tells nothing of where it was taken', async () => {
    const taken = asTakenUpright(await aJpeg(40, 30), 'Skyline, at the tree')
    expect((await new Transformer(taken).metadata(true)).orientation).toBe(6)
    const image = await shown(taken)
    expect(await sizeOf(image?.bytes)).toEqual(['webp', 30, 40])
    expect(taken.includes('Skyline')).toBe(true)
    expect(image?.bytes.includes('Skyline')).toBe(false)
  })

  test('is none where the file is only the head of one', async () => {
    expect(await shown(pngHead(640, 480))).toBeUndefined()
    expect(await shown((await aPng(640, 480)).subarray(0, 500))).toBeUndefined()
  })

  test('leaves the process free for everybody else while it is made', async () => {
    const bytes = await aPng(5_000, 5_000)
    let turns = 0
    const others = setInterval(() => turns++, 1)
    await shown(bytes)
    clearInterval(others)
    // It takes a second or so: held up by it, nobody would have had a turn.
    expect(turns).toBeGreaterThan(20)
  })

  test('is made for few at a time: who comes when many wait is asked to come again', async () => {
    const bytes = await aPng(800, 800)
    const all = await Promise.allSettled(Array.from({ length: 20 }, () => shown(bytes)))
    const refused = all.filter(({ status }) => status === 'rejected')
    expect(refused.length).toBeGreaterThan(0)
    expect(refused[0]).toMatchObject({ reason: { kind: 'unavailable', retryAfterSeconds: 5 } })
    expect(all.length - refused.length).toBeGreaterThanOrEqual(10)
  })
})
