import type { Page } from '@playwright/test'

const TRIES = 20
const RETRY_INTERVAL_MS = 150

/** The whole page, once it looks the same twice in a row. */
export const stillPicture = async (page: Page): Promise<Buffer> => {
  let before: Buffer = Buffer.alloc(0)
  for (let tries = 0; tries < TRIES; tries++) {
    await page.waitForTimeout(RETRY_INTERVAL_MS)
    const picture = await page.screenshot({ fullPage: true, animations: 'disabled', caret: 'hide' })
    if (picture.equals(before)) break
    before = picture
  }
  return before
}
