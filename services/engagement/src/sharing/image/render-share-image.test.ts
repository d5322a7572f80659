import { createCanvas, loadImage } from '@napi-rs/canvas'
import { DEFAULT_APPEARANCE, HELMET_NAMES, PATTERN_NAMES } from '@purple-sector/contracts/racing-avatar/appearance'
import { describe, expect, test } from 'vitest'
import { someFigures } from '../../../test/some-figures.ts'
import type { Figures } from '../figures.ts'
import { INK } from './paint.ts'
import { shareImageRenderer } from './render-share-image.ts'

const draw = shareImageRenderer('purplesector.example')

const decoded = async (png: Buffer) => {
  const { width, height } = await loadImage(png)
  const context = createCanvas(width, height).getContext('2d')
  context.drawImage(await loadImage(png), 0, 0)
  const { data } = context.getImageData(0, 0, width, height)
  const at = (x: number, y: number): string => {
    const from = (y * width + x) * 4
    return `#${[...data.subarray(from, from + 3)].map((part) => part.toString(16).padStart(2, '0')).join('')}`
  }
  /** Whether a colour is anywhere within a box. */
  const has = (colour: string, [left, top, right, bottom]: readonly [number, number, number, number]): boolean => {
    for (let y = top; y < bottom; y++) for (let x = left; x < right; x++) if (at(x, y) === colour) return true
    return false
  }
  return { width, height, at, has }
}
const imageOf = async (figures: Figures) => decoded(await draw(figures))

const BODY = [0, 110, 1200, 530] as const
const COLUMN = [802, 110, 1200, 530] as const

describe.each(Object.values(someFigures))('the picture of $type', (figures) => {
  test('is what networks show, in the look of the product', async () => {
    const { width, height, at } = await imageOf(figures)
    expect([width, height]).toEqual([1200, 630])
    expect([at(20, 20), at(1190, 112), at(20, 620)]).toEqual([INK.mast, INK.bg, INK.panel])
    // The sector lines, purple and green in turn.
    expect([at(100, 104), at(350, 104), at(490, 104), at(660, 104), at(900, 104), at(1180, 104)]).toEqual([
      INK.purple,
      INK.green,
      INK.purple,
      INK.green,
      INK.purple,
      INK.green,
    ])
  })

  test('is the same for the same figures, and another for others', async () => {
    const first = await draw(figures)
    expect(await draw(structuredClone(figures))).toEqual(first)
    expect(await draw({ ...figures, fan: 'somebody' })).not.toEqual(first)
  })

  test('holds whatever people are called', async () => {
    for (const name of ['', 'مرحبا', '🏁'.repeat(50), 'W'.repeat(200), 'a\u0301'.repeat(90)])
      expect((await imageOf({ ...figures, fan: name, weekend: name })).width).toBe(1200)
  })
})

test('who built an avatar is shown with its helmet, whichever it is', async () => {
  const { leaderboard_position: position } = someFigures
  const foot = [58, 540, 160, 625] as const
  const looks = PATTERN_NAMES.map((pattern, index) => ({ pattern, helmet: HELMET_NAMES[index % 6] ?? 'modern' }))
  for (const look of looks) {
    const avatar = { ...DEFAULT_APPEARANCE, ...look, helmetColor: '#19b7c9', primaryColor: '#19b7c9' } as const
    expect((await imageOf({ ...position, avatar })).has('#19b7c9', foot), look.pattern).toBe(true)
  }
  expect((await imageOf(position)).has('#19b7c9', foot)).toBe(false)
})

describe('colours mean what they mean everywhere', () => {
  test('a winner picked is purple, another gain green, nothing without colour', async () => {
    const { race_result: result } = someFigures
    const unlucky = result.podium.map((car) => ({ ...car, isTip: false }))
    const second = unlucky.map((car, index) => ({ ...car, isTip: index === 1 }))
    expect((await imageOf(result)).has(INK.purpleInk, COLUMN)).toBe(true)
    const gain = await imageOf({ ...result, podium: second, points: 25 })
    expect([gain.has(INK.greenInk, COLUMN), gain.has(INK.purpleInk, COLUMN)]).toEqual([true, false])
    const none = await imageOf({ ...result, podium: unlucky, points: 0 })
    expect([none.has(INK.greenInk, COLUMN), none.has(INK.purpleInk, COLUMN)]).toEqual([false, false])
  })

  test('the lead is purple; places gained are green, places lost yellow', async () => {
    const { leaderboard_position: position } = someFigures
    const gained = await imageOf(position)
    expect([gained.has(INK.greenInk, BODY), gained.has(INK.purpleInk, BODY)]).toEqual([true, false])
    const lost = await imageOf({ ...position, change: -3 })
    expect([lost.has(INK.yellow, BODY), lost.has(INK.greenInk, BODY)]).toEqual([true, false])
    expect((await imageOf({ ...position, position: 1 })).has(INK.purpleInk, BODY)).toBe(true)
  })

  test('who shares the lead of the poll is first in it', async () => {
    const { driver_poll: poll } = someFigures
    const second = [140, 380, 1130, 390] as const
    const alone = await imageOf(poll)
    const [first, other, third] = poll.leaders.map((leader, index) => ({ ...leader, rank: index === 2 ? 3 : 1 }))
    const both = await imageOf({ ...poll, leaders: [first!, other!, third!] })
    expect([alone.has(INK.purple, second), both.has(INK.purple, second)]).toEqual([false, true])
  })

  test('a bar of the poll is as long as its share', async () => {
    const { has } = await imageOf(someFigures.driver_poll)
    const bar = (from: number, to: number) => has(INK.purple, [from, 264, to, 274])
    expect([bar(140, 150), bar(520, 540), bar(560, 1130)]).toEqual([true, true, false])
  })
})
