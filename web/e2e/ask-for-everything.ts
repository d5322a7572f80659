import type { Page } from '@playwright/test'

const TAKE_OUT = `new MutationObserver(() => {
  for (const block of document.querySelectorAll('script[data-reply]')) block.remove()
}).observe(document, { childList: true, subtree: true })`

/**
 * Takes the first replies out of every document, before the app reads them: this page asks for everything itself, and what
 * a journey answers in the product's place is asked for.
 */
export const askForEverything = async (page: Page): Promise<void> => {
  await page.addInitScript(TAKE_OUT)
}
