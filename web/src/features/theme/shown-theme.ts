import type { MantineColorScheme, MantineColorSchemeManager } from '@mantine/core'
import type { Theme } from '@purple-sector/contracts/identity/http'
import { clearOfflinePages } from '../../lib/offline-pages.ts'
import { paintTheme, rememberTheme, themeOfPage } from './paint-theme.ts'
import { coloursOf, schemeOf } from './theme-colours.ts'

let saved = typeof document === 'undefined' ? null : themeOfPage()
let tried: Theme | undefined
let applyToMantine: (scheme: MantineColorScheme) => void = () => {}

/** What of a theme is seen. */
const appearanceOf = (theme: Theme | null): string => JSON.stringify([schemeOf(theme), coloursOf(theme)])

const shown = (): Theme | null => tried ?? saved

const paint = (): void => {
  applyToMantine(schemeOf(shown()))
  paintTheme(shown())
}

/** The theme that the user has; null for a visitor and for who has chosen none. */
export const showTheme = (theme: Theme | null): void => {
  // Pages that were kept in another one would show it once more.
  if (appearanceOf(theme) !== appearanceOf(saved)) void clearOfflinePages()
  saved = theme
  rememberTheme(theme)
  paint()
}

/** Shows a theme that is not saved, until `undefined` ends that. */
export const tryTheme = (theme: Theme | undefined): void => {
  tried = theme
  paint()
}

/** Mantine goes by the theme that is shown; `auto` it follows by itself. */
export const colorSchemeManager: MantineColorSchemeManager = {
  get: () => schemeOf(shown()),
  set: () => {},
  clear: () => {},
  subscribe: (onUpdate) => {
    applyToMantine = onUpdate
  },
  unsubscribe: () => {
    applyToMantine = () => {}
  },
}
