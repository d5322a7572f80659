import { type BrowserContext, expect, type Page, test as playwrightTest } from '@playwright/test'

declare global {
  interface Window {
    /** What the toasts of this page said and no journey has asked for. */
    toldSoFar: string[]
  }
}

/**
 * Keeps what the toasts of every page say: one is gone after five seconds, or as soon as the next one comes, and on a busy
 * machine nobody may have looked by then.
 */
export const rememberToasts = async (context: BrowserContext): Promise<void> => {
  await context.addInitScript(() => {
    window.toldSoFar = []
    let before: Element | null = null
    new MutationObserver(() => {
      const toast = document.querySelector('[aria-label="Notifications (F8)"] > [aria-live] > *')
      if (toast instanceof HTMLElement && toast !== before) window.toldSoFar.push(toast.innerText.replaceAll('\n', ' '))
      before = toast
    }).observe(document, { childList: true, subtree: true })
  })
}

/** A toast says so, or has said so since the one that was asked for before it. */
export const told = (page: Page, words: string | RegExp): Promise<void> =>
  expect
    .poll(
      () =>
        page.evaluate((wanted) => {
          const isIt = (text: string) => (typeof wanted === 'string' ? text.includes(wanted) : wanted.test(text))
          const index = window.toldSoFar.findIndex(isIt)
          if (index >= 0) window.toldSoFar.splice(0, index + 1)
          return index >= 0
        }, words),
      { message: `a toast says: ${words}` },
    )
    .toBe(true)

/** A journey in a browser whose toasts are remembered. */
export const test = playwrightTest.extend({
  context: async ({ context }, use) => {
    await rememberToasts(context)
    await use(context)
  },
})
