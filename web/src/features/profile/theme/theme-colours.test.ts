import type { CustomTheme } from '@purple-sector/contracts/identity/http'
import { describe, expect, test } from 'vitest'
import { contrast, hexOf } from './colour.ts'
import { GROUNDS } from './grounds.ts'
import { FIRST_COLOURS, PRESETS, RESET_COLOURS } from './presets.ts'
import { coloursOf, schemeOf } from './theme-colours.ts'

const range = (from: number, to: number, step: number): number[] =>
  Array.from({ length: Math.floor((to - from) / step) + 1 }, (_, index) => from + index * step)

/** Yields slider positions: 5° of hue, 10% of saturation and 5% of lightness apart, the same for both colours. */
const positions = function* (): Generator<CustomTheme> {
  for (const hue of range(0, 360, 5))
    for (const saturation of range(0, 100, 10))
      for (const lightness of range(10, 90, 5))
        yield {
          blueHue: hue,
          blueSaturation: saturation,
          blueLightness: lightness,
          orangeHue: hue,
          orangeSaturation: saturation,
          orangeLightness: lightness,
        }
}

const custom = (colours: CustomTheme) => coloursOf({ mode: 'custom', custom: colours })
/** The lowest contrast of each derived colour to its background. */
const worst = { words: 21, 'words while pointed at': 21 } as Record<string, number>
const note = (what: string, ratio: number): void => {
  worst[what] = Math.min(worst[what] ?? 21, ratio)
}
const LINES = {
  tab: ['bg', 'sunken', 'panel', 'raised', 'overlay'],
  me: ['bg', 'sunken', 'panel', 'raised', 'overlay', 'hover'],
} as const
for (const position of positions()) {
  const colours = custom(position)
  const words = colours['--theme-on-action'] ?? ''
  note('words', contrast(words, colours['--theme-action'] ?? ''))
  note('words while pointed at', contrast(words, colours['--theme-action-hover'] ?? ''))
  for (const scheme of ['dark', 'light'] as const) {
    const grounds = GROUNDS[scheme]
    for (const ground of Object.values(grounds))
      note(`focus in ${scheme}`, contrast(colours[`--theme-focus-${scheme}`] ?? '', ground))
    for (const line of ['tab', 'me'] as const)
      for (const ground of LINES[line])
        note(`${line} in ${scheme}`, contrast(colours[`--theme-${line}-${scheme}`] ?? '', grounds[ground]))
  }
}

describe('custom colours at any slider position', () => {
  test.each(['words', 'words while pointed at'])('keeps %s on a button readable', (name) => {
    expect(worst[name]).toBeGreaterThanOrEqual(4.5)
  })
  test.each(['tab in dark', 'tab in light', 'focus in dark', 'focus in light', 'me in dark', 'me in light'])(
    'keeps %s visible',
    (what) => {
      expect(worst[what]).toBeGreaterThanOrEqual(3)
    },
  )
})

describe('a custom theme', () => {
  test('uses exactly the selected colour for buttons', () => {
    for (const colours of [FIRST_COLOURS, RESET_COLOURS, ...PRESETS.map((preset) => preset.custom)])
      expect(custom(colours)['--theme-action']).toBe(
        hexOf({ hue: colours.blueHue, saturation: colours.blueSaturation, lightness: colours.blueLightness }),
      )
  })

  test('changes only the lightness of a line, and only when it would be invisible', () => {
    const colours = custom(FIRST_COLOURS)
    expect(colours['--theme-tab-dark']).toBe(colours['--theme-action'])
    expect(colours['--theme-me-dark']).toBe(hexOf({ hue: 39, saturation: 96, lightness: 51 }))
    expect(colours['--theme-me-light']).toBe(hexOf({ hue: 39, saturation: 96, lightness: 36 }))
  })

  test('uses white text on dark buttons and black on bright ones', () => {
    expect(custom(FIRST_COLOURS)['--theme-on-action']).toBe('#ffffff')
    expect(custom({ ...FIRST_COLOURS, blueLightness: 80 })['--theme-on-action']).toBe('#000000')
  })
})

test('leaves every other theme in ink colours, even with stored colours', () => {
  for (const mode of ['light', 'dark', 'system'] as const)
    expect(coloursOf({ mode, custom: FIRST_COLOURS })).toEqual({})
  expect(coloursOf(null)).toEqual({})
})

test('follows the system unless light or dark is selected', () => {
  expect(schemeOf({ mode: 'light', custom: null })).toBe('light')
  expect(schemeOf({ mode: 'dark', custom: null })).toBe('dark')
  expect(schemeOf({ mode: 'custom', custom: FIRST_COLOURS })).toBe('auto')
  expect(schemeOf({ mode: 'system', custom: null })).toBe('auto')
  expect(schemeOf(null)).toBe('auto')
})

test('converts a colour like a browser', () => {
  expect(hexOf({ hue: 0, saturation: 100, lightness: 50 })).toBe('#ff0000')
  expect(hexOf({ hue: 360, saturation: 100, lightness: 50 })).toBe('#ff0000')
  expect(hexOf({ hue: 220, saturation: 70, lightness: 50 })).toBe('#2662d9')
  expect(hexOf({ hue: 120, saturation: 0, lightness: 10 })).toBe('#1a1a1a')
})
