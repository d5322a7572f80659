import type { Theme } from '@purple-sector/contracts/identity/http'
import { coloursOf, schemeOf } from './theme-colours.ts'

/** Storage key of the last theme in this browser, for pages whose user the gateway does not know. */
const STORAGE_KEY = 'theme'

const parsed = (text: string): Theme | null => {
  try {
    const theme: Theme | null = JSON.parse(text)
    return theme && typeof theme.mode === 'string' ? theme : null
  } catch {
    return null
  }
}

const readStored = (name: string): string | null => {
  try {
    return localStorage.getItem(name)
  } catch {
    // Storage is unavailable.
    return null
  }
}

/** Storage key of light or dark mode before themes belonged to accounts. */
const LEGACY_KEY = 'mantine-color-scheme-value'

/** Returns the theme chosen in this browser before themes belonged to accounts; null if none. */
export const choiceBeforeAccounts = (): Theme | null => {
  const mode = readStored(LEGACY_KEY)
  return mode === 'light' || mode === 'dark' ? { mode, custom: null } : null
}

export const removeLegacyTheme = (): void => {
  try {
    localStorage.removeItem(LEGACY_KEY)
  } catch {
    // Storage is unavailable, so it was never stored.
  }
}

/**
 * Returns the theme of a newly loaded page: from the gateway's HTML, else from this browser, else the choice from
 * before themes belonged to accounts; null if there is none.
 */
export const themeOfPage = (): Theme | null =>
  parsed(document.documentElement.dataset.theme ?? readStored(STORAGE_KEY) ?? 'null') ?? choiceBeforeAccounts()

export const rememberTheme = (theme: Theme | null): void => {
  try {
    if (theme) localStorage.setItem(STORAGE_KEY, JSON.stringify(theme))
    else localStorage.removeItem(STORAGE_KEY)
  } catch {
    // Storage is unavailable: the theme is fetched again.
  }
}

const isDark = (theme: Theme | null): boolean => {
  const scheme = schemeOf(theme)
  return scheme === 'dark' || (scheme === 'auto' && matchMedia('(prefers-color-scheme: dark)').matches)
}

/** Applies a theme to the page at once. */
export const paintTheme = (theme: Theme | null): void => {
  const root = document.documentElement
  root.dataset.mantineColorScheme = isDark(theme) ? 'dark' : 'light'
  for (const name of [...root.style]) if (name.startsWith('--theme-')) root.style.removeProperty(name)
  for (const [name, value] of Object.entries(coloursOf(theme))) root.style.setProperty(name, value)
}
