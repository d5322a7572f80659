import type { CustomTheme, Theme } from '@purple-sector/contracts/identity/http'
import { contrast, type Hsl, hexOf } from './colour.ts'
import { GROUNDS } from './grounds.ts'

type Scheme = keyof typeof GROUNDS
type Ground = keyof (typeof GROUNDS)['dark']

/** WCAG 2.2, AA: text (1.4.3), and what has to be seen without being read (1.4.11). */
const READ = 4.5
const SEEN = 3
/** How far the hover of a button is from it, in percent of lightness. */
const HOVER = 7

const WALL: readonly Ground[] = ['bg', 'sunken', 'panel', 'raised', 'overlay', 'hover']
/** What each line is drawn on. */
const ON = {
  tab: ['bg', 'sunken', 'panel', 'raised', 'overlay'],
  focus: [...WALL, 'field', 'own', 'bubble'],
  me: WALL,
} satisfies Record<string, readonly Ground[]>
type Line = keyof typeof ON

export const blueOf = (theme: CustomTheme): Hsl => ({
  hue: theme.blueHue,
  saturation: theme.blueSaturation,
  lightness: theme.blueLightness,
})
export const orangeOf = (theme: CustomTheme): Hsl => ({
  hue: theme.orangeHue,
  saturation: theme.orangeSaturation,
  lightness: theme.orangeLightness,
})

/** The brightest ground by night, the darkest by day: what is seen on it is seen on the others. */
const hardestOf = (scheme: Scheme, grounds: readonly Ground[]): string => {
  const end = scheme === 'dark' ? '#ffffff' : '#000000'
  const colours = grounds.map((ground) => GROUNDS[scheme][ground])
  return colours.reduce((hardest, colour) => (contrast(colour, end) < contrast(hardest, end) ? colour : hardest))
}

/** The colour itself where it is seen, else the nearest one that is: lighter by night, darker by day. */
const seenOn = (colour: Hsl, scheme: Scheme, ground: string): string => {
  const hex = hexOf(colour)
  const lightness = colour.lightness + (scheme === 'dark' ? 1 : -1)
  const isMovable = lightness >= 0 && lightness <= 100
  return contrast(hex, ground) < SEEN && isMovable ? seenOn({ ...colour, lightness }, scheme, ground) : hex
}

/** Words on a colour are white where that is read, else black, which then is. */
const wordsOn = (hex: string): '#ffffff' | '#000000' => (contrast('#ffffff', hex) >= READ ? '#ffffff' : '#000000')

const hardestOfAll = (scheme: Scheme) => ({
  tab: hardestOf(scheme, ON.tab),
  focus: hardestOf(scheme, ON.focus),
  me: hardestOf(scheme, ON.me),
})
const HARDEST = { dark: hardestOfAll('dark'), light: hardestOfAll('light') }

const lines = (line: Line, colour: Hsl): [string, string][] =>
  (['dark', 'light'] as const).map((scheme) => [
    `--theme-${line}-${scheme}`,
    seenOn(colour, scheme, HARDEST[scheme][line]),
  ])

/**
 * What the six numbers of a custom theme become, for both schemes at once: buttons and the active tab from the first
 * colour, the focus ring and one's own row from the second. A button is as picked; words on it, and lines, are derived, so
 * that they are read and seen wherever the sliders stand. The tokens of the theme fall back to ink without these.
 */
const customColours = (theme: CustomTheme): Record<string, string> => {
  const [blue, orange] = [blueOf(theme), orangeOf(theme)]
  const action = hexOf(blue)
  const words = wordsOn(action)
  // Away from the words, so that they are read on it even better.
  const away = words === '#ffffff' ? -HOVER : HOVER
  const lightness = Math.min(100, Math.max(0, blue.lightness + away))
  return Object.fromEntries([
    ['--theme-action', action],
    ['--theme-action-hover', hexOf({ ...blue, lightness })],
    ['--theme-on-action', words],
    ...lines('tab', blue),
    ...lines('focus', orange),
    ...lines('me', orange),
  ])
}

/** The custom properties of a theme; none in every mode but the custom one. */
export const coloursOf = (theme: Theme | null): Record<string, string> =>
  theme?.mode === 'custom' && theme.custom ? customColours(theme.custom) : {}

/** `auto` is as the device is. */
export const schemeOf = (theme: Theme | null): 'light' | 'dark' | 'auto' =>
  theme?.mode === 'light' || theme?.mode === 'dark' ? theme.mode : 'auto'
