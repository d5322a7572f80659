import type { Page } from '@playwright/test'

const DROP_SCRIPT = `{
  const drop = () => {
    for (const block of document.querySelectorAll('script[data-query]')) block.remove()
    if (document.readyState !== 'loading') observer.disconnect()
    const root = document.getElementById('root')
    if (!root) return
    root.replaceChildren()
    root.removeAttribute('inert')
    root.removeAttribute('data-ssr')
  }
  const observer = new MutationObserver(drop)
  observer.observe(document, { childList: true, subtree: true })
  // The document is complete, and the app has not started.
  document.addEventListener('readystatechange', drop, { once: true })
}`

/**
 * Removes prefetched data and server-rendered HTML from every document before the app reads them, so that the app
 * fetches everything itself and mocked replies are used.
 */
export const dropPrefetched = async (page: Page): Promise<void> => {
  await page.addInitScript(DROP_SCRIPT)
}
