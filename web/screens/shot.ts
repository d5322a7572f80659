import type { Page } from '@playwright/test'

/** The states of a screen. `loading` and `failing` delay or break the calls that `api` matches. */
export type Shot = {
  name: string
  path: string
  as: 'visitor' | 'fan' | 'administrator'
  /** Calls whose replies are delayed or fail. */
  api?: RegExp
  /** Reply of `api` for a screen without data; by path where the calls differ. */
  empty?: string | ((path: string) => string)
  /** Opens what requests `api`, whatever the state. */
  open?(page: Page): Promise<unknown>
  /** An action before the screenshot, such as opening a dialog. */
  prepare?(page: Page): Promise<unknown>
}
