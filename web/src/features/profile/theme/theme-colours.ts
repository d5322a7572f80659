import type { CustomTheme, Theme } from '@purple-sector/contracts/identity/http'
import { contrast, type Hsl, hexOf } from './colour.ts'
import { GROUNDS } from './grounds.ts'

type Scheme = keyof typeof GROUNDS
type Ground = keyof (typeof GROUNDS)['dark']

/** Contrast ratios of WCAG 2.2 AA: text (1.4.3), and non-text content (1.4.11). */
const READ = 4.5
const SEEN = 3
/** Lightness difference of a hovered button, in percent. */
const HOVER = 7

const WALL: readonly Ground[] = ['bg', 'sunken', 'panel', 'raised', 'overlay', 'hover']
/** Backgrounds of each line. */
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

/**
 * Returns the brightest background in dark mode, the darkest in light mode: a colour visible on it is visible on the
 * others.
 */
const hardestOf = (scheme: Scheme, grounds: readonly Ground[]): string => {
  const end = scheme === 'dark' ? '#ffffff' : '#000000'
  const colours = grounds.map((ground) => GROUNDS[scheme][ground])
  return colours.reduce((hardest, colour) => (contrast(colour, end) < contrast(hardest, end) ? colour : hardest))
}

/** Returns the colour itself if visible, else the nearest visible one: lighter in dark mode, darker in light mode. */
const seenOn = (colour: Hsl, scheme: Scheme, ground: string): string => {
  const hex = hexOf(colour)
  const lightness = colour.lightness + (scheme === 'dark' ? 1 : -1)
  const isMovable = lightness >= 0 && lightness <= 100
  return contrast(hex, ground) < SEEN && isMovable ? seenOn({ ...colour, lightness }, scheme, ground) : hex
}

/** Returns white for text on a colour if readable, else black, which then is. */
const textOn = (hex: string): '#ffffff' | '#000000' => (contrast('#ffffff', hex) >= READ ? '#ffffff' : '#000000')

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
 * Derives the CSS properties of a custom theme for both schemes: buttons and the active tab from the first colour,
 * focus ring and own row from the second. Buttons have exactly the selected colour; text on them and lines are adjusted
 * so that they are readable and visible at any slider position. Without these properties the tokens fall back to ink colours.
 */
const customColours = (theme: CustomTheme): Record<string, string> => {
  const [blue, orange] = [blueOf(theme), orangeOf(theme)]
  const action = hexOf(blue)
  const words = textOn(action)
  // Away from the text colour, which increases the contrast.
  const lightnessChange = words === '#ffffff' ? -HOVER : HOVER
  const lightness = Math.min(100, Math.max(0, blue.lightness + lightnessChange))
  return Object.fromEntries([
    ['--theme-action', action],
    ['--theme-action-hover', hexOf({ ...blue, lightness })],
    ['--theme-on-action', words],
    ...lines('tab', blue),
    ...lines('focus', orange),
    ...lines('me', orange),
  ])
}

/** Returns the CSS properties of a theme; none unless its mode is custom. */
export const coloursOf = (theme: Theme | null): Record<string, string> =>
  theme?.mode === 'custom' && theme.custom ? customColours(theme.custom) : {}

/** Returns the colour scheme of a theme; `auto` follows the device. */
export const schemeOf = (theme: Theme | null): 'light' | 'dark' | 'auto' =>
  theme?.mode === 'light' || theme?.mode === 'dark' ? theme.mode : 'auto'
