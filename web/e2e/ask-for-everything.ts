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
 * Removes prefetched data and server-rendered HTML from every document before the app reads them, so that the app
 * fetches everything itself and mocked replies are used.
 */
export const askForEverything = async (page: Page): Promise<void> => {
  await page.addInitScript(TAKE_OUT)
}
