import type { Page } from '@playwright/test'

const TAKE_OUT = `{
  const takeOut = () => {
    for (const block of document.querySelectorAll('script[data-query]')) block.remove()
    if (document.readyState !== 'loading') observer.disconnect()
    const root = document.getElementById('root')
    if (!root) return
    root.replaceChildren()
    root.removeAttribute('inert')
    root.removeAttribute('data-ssr')
  }
  const observer = new MutationObserver(takeOut)
  observer.observe(document, { childList: true, subtree: true })
  // All of it is here, and the app has not begun.
  document.addEventListener('readystatechange', takeOut, { once: true })
}`

/**
 * Takes the first replies out of every document, and what was drawn with them, before the app reads them: this page asks for
 * everything itself, and what a journey answers in the product's place is asked for.
 */
export const askForEverything = async (page: Page): Promise<void> => {
  await page.addInitScript(TAKE_OUT)
}
