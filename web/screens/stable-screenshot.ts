import type { Page } from '@playwright/test'

const TRIES = 20
const RETRY_INTERVAL_MS = 150

/** Takes a screenshot of the whole page once two in a row are equal. */
export const stableScreenshot = async (page: Page): Promise<Buffer> => {
  let before: Buffer = Buffer.alloc(0)
  for (let tries = 0; tries < TRIES; tries++) {
    await page.waitForTimeout(RETRY_INTERVAL_MS)
    const screenshot = await page.screenshot({ fullPage: true, animations: 'disabled', caret: 'hide' })
    if (screenshot.equals(before)) break
    before = screenshot
  }
  return before
}
