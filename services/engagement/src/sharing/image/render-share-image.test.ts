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
  /** Whether a colour occurs within a box. */
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
  test('has the size for social networks and the colours of the product', async () => {
    const { width, height, at } = await imageOf(figures)
    expect([width, height]).toEqual([1200, 630])
    expect([at(20, 20), at(1190, 112), at(20, 620)]).toEqual([INK.mast, INK.bg, INK.panel])
    // The sector lines alternate purple and green.
    expect([at(100, 104), at(350, 104), at(490, 104), at(660, 104), at(900, 104), at(1180, 104)]).toEqual([
      INK.purple,
      INK.green,
      INK.purple,
      INK.green,
      INK.purple,
      INK.green,
    ])
  })

  test('is equal for equal figures only', async () => {
    const first = await draw(figures)
    expect(await draw(structuredClone(figures))).toEqual(first)
    expect(await draw({ ...figures, fan: 'somebody' })).not.toEqual(first)
  })

  test('renders any name', async () => {
    for (const name of ['', 'مرحبا', '🏁'.repeat(50), 'W'.repeat(200), 'a\u0301'.repeat(90)])
      expect((await imageOf({ ...figures, fan: name, weekend: name })).width).toBe(1200)
  })
})

test('draws the helmet of every avatar', async () => {
  const { leaderboard_position: position } = someFigures
  const foot = [58, 540, 160, 625] as const
  const appearances = PATTERN_NAMES.map((pattern, index) => ({ pattern, helmet: HELMET_NAMES[index % 6] ?? 'modern' }))
  for (const appearance of appearances) {
    const avatar = { ...DEFAULT_APPEARANCE, ...appearance, helmetColor: '#19b7c9', primaryColor: '#19b7c9' } as const
    expect((await imageOf({ ...position, avatar })).has('#19b7c9', foot), appearance.pattern).toBe(true)
  }
  expect((await imageOf(position)).has('#19b7c9', foot)).toBe(false)
})

describe('colours of share images', () => {
  test('draws a picked winner purple, other points green, none uncoloured', async () => {
    const { race_result: result } = someFigures
    const unlucky = result.podium.map((car) => ({ ...car, isTip: false }))
    const second = unlucky.map((car, index) => ({ ...car, isTip: index === 1 }))
    expect((await imageOf(result)).has(INK.purpleInk, COLUMN)).toBe(true)
    const gain = await imageOf({ ...result, podium: second, points: 25 })
    expect([gain.has(INK.greenInk, COLUMN), gain.has(INK.purpleInk, COLUMN)]).toEqual([true, false])
    const none = await imageOf({ ...result, podium: unlucky, points: 0 })
    expect([none.has(INK.greenInk, COLUMN), none.has(INK.purpleInk, COLUMN)]).toEqual([false, false])
  })

  test('draws the lead purple, gained places green, lost places yellow', async () => {
    const { leaderboard_position: position } = someFigures
    const gained = await imageOf(position)
    expect([gained.has(INK.greenInk, BODY), gained.has(INK.purpleInk, BODY)]).toEqual([true, false])
    const lost = await imageOf({ ...position, change: -3 })
    expect([lost.has(INK.yellow, BODY), lost.has(INK.greenInk, BODY)]).toEqual([true, false])
    expect((await imageOf({ ...position, position: 1 })).has(INK.purpleInk, BODY)).toBe(true)
  })

  test('draws all drivers who share the lead of the poll as first', async () => {
    const { driver_poll: poll } = someFigures
    const second = [140, 380, 1130, 390] as const
    const alone = await imageOf(poll)
    const [first, other, third] = poll.leaders.map((leader, index) => ({ ...leader, rank: index === 2 ? 3 : 1 }))
    const both = await imageOf({ ...poll, leaders: [first!, other!, third!] })
    expect([alone.has(INK.purple, second), both.has(INK.purple, second)]).toEqual([false, true])
  })

  test('draws bars of the poll by their share', async () => {
    const { has } = await imageOf(someFigures.driver_poll)
    const bar = (from: number, to: number) => has(INK.purple, [from, 264, to, 274])
    expect([bar(140, 150), bar(520, 540), bar(560, 1130)]).toEqual([true, true, false])
  })
})
