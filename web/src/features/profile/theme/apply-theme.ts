import type { MantineColorScheme, MantineColorSchemeManager } from '@mantine/core'
import type { Theme } from '@purple-sector/contracts/identity/http'
import { clearOfflinePages } from '../../../client/browser/offline-pages.ts'
import { browserState } from '../../../ui/base/browser-state.ts'
import { paintTheme, rememberTheme, themeOfPage } from './paint-theme.ts'
import { coloursOf, schemeOf } from './theme-colours.ts'

type Shown = {
  saved: Theme | null
  preview: Theme | undefined
  applyToMantine(scheme: MantineColorScheme): void
}

const shown = browserState(
  (): Shown => ({
    saved: typeof document === 'undefined' ? null : themeOfPage(),
    preview: undefined,
    applyToMantine: () => {},
  }),
)

/** Returns a comparable form of a theme's visible part. */
const appearanceOf = (theme: Theme | null): string => JSON.stringify([schemeOf(theme), coloursOf(theme)])

const visible = (): Theme | null => shown().preview ?? shown().saved

const paint = (): void => {
  shown().applyToMantine(schemeOf(visible()))
  paintTheme(visible())
}

/** Applies the user's saved theme; null for a visitor, or a user without one. */
export const applyTheme = (theme: Theme | null): void => {
  // Cached pages in another theme would show it once more.
  if (appearanceOf(theme) !== appearanceOf(shown().saved)) void clearOfflinePages()
  shown().saved = theme
  rememberTheme(theme)
  paint()
}

/** Previews a theme that is not saved; `undefined` ends the preview. */
export const previewTheme = (theme: Theme | undefined): void => {
  shown().preview = theme
  paint()
}

/** Makes Mantine follow the visible theme; it resolves `auto` itself. */
export const colorSchemeManager: MantineColorSchemeManager = {
  get: () => schemeOf(visible()),
  set: () => {},
  clear: () => {},
  subscribe: (onUpdate) => {
    shown().applyToMantine = onUpdate
  },
  unsubscribe: () => {
    shown().applyToMantine = () => {}
  },
}
