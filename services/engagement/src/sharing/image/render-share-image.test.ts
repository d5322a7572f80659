import { createCanvas, loadImage } from '@napi-rs/canvas'
import { DEFAULT_APPEARANCE, HELMET_NAMES, PATTERN_NAMES } from '@purple-sector/contracts/racing-avatar/appearance'
import { describe, expect, test } from 'vitest'
import { someFigures } from '../../../test/some-figures.ts'
import type { Figures } from '../figures.ts'
import { INK } from './paint.ts'
import { shareImageRenderer } from './render-share-image.ts'

const draw = shareImageRenderer('purplesector.example')

const decodePng = async (png: Buffer) => {
  const { width, height } = await loadImage(png)
  const context = createCanvas(width, height).getContext('2d')
  context.drawImage(await loadImage(png), 0, 0)
  const { data } = context.getImageData(0, 0, width, height)
  const colourAt = (x: number, y: number): string => {
    const from = (y * width + x) * 4
    return `#${[...data.subarray(from, from + 3)].map((part) => part.toString(16).padStart(2, '0')).join('')}`
  }
  /** Whether a colour occurs within a box. */
  const hasColour = (
    colour: string,
    [left, top, right, bottom]: readonly [number, number, number, number],
  ): boolean => {
    for (let y = top; y < bottom; y++) for (let x = left; x < right; x++) if (colourAt(x, y) === colour) return true
    return false
  }
  return { width, height, colourAt, hasColour }
}
const imageOf = async (figures: Figures) => decodePng(await draw(figures))

const BODY = [0, 110, 1200, 530] as const
const COLUMN = [802, 110, 1200, 530] as const

describe.each(Object.values(someFigures))('share image of $type', (figures) => {
  test('renders the size for social networks and the colours of the product', async () => {
    const { width, height, colourAt } = await imageOf(figures)
    expect([width, height]).toEqual([1200, 630])
    expect([colourAt(20, 20), colourAt(1190, 112), colourAt(20, 620)]).toEqual([INK.mast, INK.bg, INK.panel])
    // The sector lines alternate purple and green.
    expect([
      colourAt(100, 104),
      colourAt(350, 104),
      colourAt(490, 104),
      colourAt(660, 104),
      colourAt(900, 104),
      colourAt(1180, 104),
    ]).toEqual([INK.purple, INK.green, INK.purple, INK.green, INK.purple, INK.green])
  })

  test('renders equal images for equal figures only', async () => {
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
  const FOOTER_BOX = [58, 540, 160, 625] as const
  const appearances = PATTERN_NAMES.map((pattern, index) => ({ pattern, helmet: HELMET_NAMES[index % 6] ?? 'modern' }))
  for (const appearance of appearances) {
    const avatar = { ...DEFAULT_APPEARANCE, ...appearance, helmetColor: '#19b7c9', primaryColor: '#19b7c9' } as const
    expect((await imageOf({ ...position, avatar })).hasColour('#19b7c9', FOOTER_BOX), appearance.pattern).toBe(true)
  }
  expect((await imageOf(position)).hasColour('#19b7c9', FOOTER_BOX)).toBe(false)
})

describe('colours of share images', () => {
  test('draws a picked winner purple, other points green, none uncoloured', async () => {
    const { race_result: result } = someFigures
    const unlucky = result.podium.map((car) => ({ ...car, isTip: false }))
    const second = unlucky.map((car, index) => ({ ...car, isTip: index === 1 }))
    expect((await imageOf(result)).hasColour(INK.purpleInk, COLUMN)).toBe(true)
    const gain = await imageOf({ ...result, podium: second, points: 25 })
    expect([gain.hasColour(INK.greenInk, COLUMN), gain.hasColour(INK.purpleInk, COLUMN)]).toEqual([true, false])
    const none = await imageOf({ ...result, podium: unlucky, points: 0 })
    expect([none.hasColour(INK.greenInk, COLUMN), none.hasColour(INK.purpleInk, COLUMN)]).toEqual([false, false])
  })

  test('draws the lead purple, gained places green, lost places yellow', async () => {
    const { leaderboard_position: position } = someFigures
    const gained = await imageOf(position)
    expect([gained.hasColour(INK.greenInk, BODY), gained.hasColour(INK.purpleInk, BODY)]).toEqual([true, false])
    const lost = await imageOf({ ...position, change: -3 })
    expect([lost.hasColour(INK.yellow, BODY), lost.hasColour(INK.greenInk, BODY)]).toEqual([true, false])
    expect((await imageOf({ ...position, position: 1 })).hasColour(INK.purpleInk, BODY)).toBe(true)
  })

  test('draws the rounds of a season below its points', async () => {
    const ROUNDS_BOX = [840, 410, 1200, 450] as const
    const { leaderboard_position: position, season_position: season } = someFigures
    expect((await imageOf(season)).hasColour(INK.ink2, ROUNDS_BOX)).toBe(true)
    expect((await imageOf(position)).hasColour(INK.ink2, ROUNDS_BOX)).toBe(false)
  })

  test('draws all drivers who share the lead of the poll as first', async () => {
    const { driver_poll: poll } = someFigures
    const second = [140, 380, 1130, 390] as const
    const singleLead = await imageOf(poll)
    const [first, other, third] = poll.leaders.map((leader, index) => ({ ...leader, rank: index === 2 ? 3 : 1 }))
    const sharedLead = await imageOf({ ...poll, leaders: [first!, other!, third!] })
    expect([singleLead.hasColour(INK.purple, second), sharedLead.hasColour(INK.purple, second)]).toEqual([false, true])
  })

  test('draws bars of the poll by their share', async () => {
    const { hasColour } = await imageOf(someFigures.driver_poll)
    const bar = (from: number, to: number) => hasColour(INK.purple, [from, 264, to, 274])
    expect([bar(140, 150), bar(520, 540), bar(560, 1130)]).toEqual([true, true, false])
  })
})
