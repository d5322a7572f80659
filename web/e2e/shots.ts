import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'

/** Folder for pictures of the screens that a test passes; without `E2E_SHOTS` none are taken. */
const FOLDER = process.env.E2E_SHOTS

/** Takes pictures of a page in light and dark, for people to look at. */
export const shoot = async (page: Page, name: string): Promise<void> => {
  if (!FOLDER) return
  await mkdir(FOLDER, { recursive: true })
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await page.screenshot({ path: join(FOLDER, `${name}-${colorScheme}.png`), fullPage: true })
  }
  await page.emulateMedia({ colorScheme: null })
}
