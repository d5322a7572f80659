import type { Theme } from '@purple-sector/contracts/identity/http'
import { coloursOf, schemeOf } from './theme-colours.ts'

/** What this browser was last shown in: for a page of which the gateway could not say whose it is. */
const STORED = 'theme'

const parsed = (text: string): Theme | null => {
  try {
    const theme: Theme | null = JSON.parse(text)
    return theme && typeof theme.mode === 'string' ? theme : null
  } catch {
    return null
  }
}

const kept = (name: string): string | null => {
  try {
    return localStorage.getItem(name)
  } catch {
    // A browser that keeps nothing.
    return null
  }
}

/** Where browsers kept light or dark before themes belonged to accounts. */
const OLD = 'mantine-color-scheme-value'

/** What was chosen in this browser before themes belonged to accounts; null is nothing. */
export const oldChoice = (): Theme | null => {
  const mode = kept(OLD)
  return mode === 'light' || mode === 'dark' ? { mode, custom: null } : null
}

export const forgetOldChoice = (): void => {
  try {
    localStorage.removeItem(OLD)
  } catch {
    // It was never there.
  }
}

/**
 * The theme of a page that has just come: as the gateway wrote it, else as this browser remembers it, else as it was told
 * before themes belonged to accounts; null is none of these.
 */
export const themeOfPage = (): Theme | null =>
  parsed(document.documentElement.dataset.theme ?? kept(STORED) ?? 'null') ?? oldChoice()

export const rememberTheme = (theme: Theme | null): void => {
  try {
    if (theme) localStorage.setItem(STORED, JSON.stringify(theme))
    else localStorage.removeItem(STORED)
  } catch {
    // It is asked for again.
  }
}

const isDark = (theme: Theme | null): boolean => {
  const scheme = schemeOf(theme)
  return scheme === 'dark' || (scheme === 'auto' && matchMedia('(prefers-color-scheme: dark)').matches)
}

/** Puts a theme on the page, at once. */
export const paintTheme = (theme: Theme | null): void => {
  const root = document.documentElement
  root.dataset.mantineColorScheme = isDark(theme) ? 'dark' : 'light'
  for (const name of [...root.style]) if (name.startsWith('--theme-')) root.style.removeProperty(name)
  for (const [name, value] of Object.entries(coloursOf(theme))) root.style.setProperty(name, value)
}
