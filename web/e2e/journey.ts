import { type BrowserContext, expect, type Locator, type Page, test as playwrightTest } from '@playwright/test'

declare global {
  interface Window {
    tellJourney(words: string): void
    tellMoment(words: string): void
  }
}

/** The visible toast: there is one at most. */
export const TOAST = '[aria-label="Notifications (F8)"] > [aria-live] > *'

export const shownToast = (page: Page): Locator => page.locator(TOAST)

/** The texts of a page's toasts since the last one that was expected. */
const said = new WeakMap<Page, string[]>()
/** Texts that appeared for a moment, by page. */
const momentsOf = new WeakMap<Page, string[]>()

/**
 * Records the toasts of every page: a toast is gone after five seconds, when the next one comes, or with the page,
 * which a busy machine may miss.
 *
 * Also keeps the resting pointer of a test from pausing toasts.
 */
const rememberToasts = async (context: BrowserContext): Promise<void> => {
  await context.exposeBinding('tellJourney', ({ page }, words: string) => {
    said.set(page, [...(said.get(page) ?? []), words])
  })
  await context.exposeBinding('tellMoment', ({ page }, words: string) => {
    momentsOf.set(page, [...(momentsOf.get(page) ?? []), words])
  })
  await context.addInitScript((shown) => {
    let before = { toast: null as Element | null, words: '' }
    new MutationObserver(() => {
      const toast = document.querySelector(shown)
      const words = toast instanceof HTMLElement ? toast.innerText.replaceAll('\n', ' ') : ''
      // The text of a visible toast may change.
      if (words !== '' && (toast !== before.toast || words !== before.words)) window.tellJourney(words)
      before = { toast, words }
    }).observe(document, { childList: true, characterData: true, subtree: true })
    const letGo = (event: Event) => {
      if (event.target instanceof Element && event.target.closest(shown)) event.stopPropagation()
    }
    for (const kind of ['pointerover', 'pointermove']) window.addEventListener(kind, letGo, { capture: true })
  }, TOAST)
}

/** Closes the visible toast, if any. */
const closeToast = (page: Page): Promise<void> =>
  page.evaluate((shown) => {
    const toast = document.querySelector(shown)
    if (!toast) return
    const close = toast.querySelector('[aria-label="Close"]')
    if (!(close instanceof HTMLElement)) throw new Error('A toast that cannot be closed')
    close.click()
  }, TOAST)

/**
 * Expects a toast with this text now or since the last expected one.
 *
 * Closes earlier toasts and, once read, this one: each would cover buttons and delay the next for seconds.
 */
export const told = async (page: Page, words: string | RegExp): Promise<void> => {
  const isIt = (text: string) => (typeof words === 'string' ? text.includes(words) : words.test(text))
  const toasts = () => said.get(page) ?? []
  const heard = async () => {
    const isHeard = toasts().some(isIt)
    await closeToast(page).catch((error) => {
      // The page is just being left.
      if (!/context was destroyed|has been closed/.test(String(error))) throw error
    })
    return isHeard || toasts()
  }
  await expect.poll(heard, { message: `a toast says: ${words}`, intervals: [50, 100, 250] }).toBe(true)
  said.set(page, toasts().slice(toasts().findIndex(isIt) + 1))
}

/**
 * Simulates a user who saves data.
 *
 * Prefetching transfers as much as the page itself, in every new browser context of a test
 * (`src/app/prefetch-pages.ts`).
 */
const saveData = (context: BrowserContext): Promise<unknown> =>
  context.addInitScript(() => {
    if (navigator.connection) Object.defineProperty(navigator.connection, 'saveData', { value: true })
  })

/** Prepares an additional browser context of a test. */
export const comeAlong = async (context: BrowserContext): Promise<void> => {
  await saveData(context)
  await rememberToasts(context)
}

/**
 * Expects all of these texts on a page at once, if only for a moment, and whatever follows: checked after every change,
 * however busy the machine is. Applies to pages that are opened from now on.
 */
export const saysForAMoment = async (page: Page, ...words: string[]): Promise<void> => {
  await page.addInitScript((all) => {
    new MutationObserver(() => {
      if (all.every((part) => document.body?.textContent.includes(part))) window.tellMoment(all.join())
    }).observe(document, { childList: true, characterData: true, subtree: true })
  }, words)
  await expect.poll(() => momentsOf.get(page), { message: `a page says: ${words}` }).toContain(words.join())
}

/**
 * Makes every navigation wait until the page is interactive, in every context: a server-rendered page is visible
 * earlier. A navigation with `commit` does not wait.
 */
const waitUntilHydrated = (pages: Page): void => {
  const everyPage: Page = Object.getPrototypeOf(pages)
  const usable = async (page: Page): Promise<void> => {
    await page.waitForFunction(() => !document.getElementById('root')?.hasAttribute('inert'))
  }
  const { goto, reload, goBack, goForward, waitForURL } = everyPage
  const opens = <Given extends unknown[], Reply>(open: (this: Page, ...given: Given) => Promise<Reply>) =>
    async function (this: Page, ...given: Given): Promise<Reply> {
      const reply = await open.apply(this, given)
      const options = given.at(-1)
      const isSent = typeof options === 'object' && options !== null && 'waitUntil' in options
      if (!isSent || options.waitUntil !== 'commit') await usable(this)
      return reply
    }
  everyPage.goto = opens(goto)
  everyPage.reload = opens(reload)
  everyPage.goBack = opens(goBack)
  everyPage.goForward = opens(goForward)
  everyPage.waitForURL = opens(waitForURL)
}

/** Playwright's `test` with recorded toasts and interactive pages. */
export const test = playwrightTest.extend<object, { usablePages: undefined }>({
  usablePages: [
    async ({ browser }, use) => {
      const page = await browser.newPage()
      waitUntilHydrated(page)
      await page.close()
      await use(undefined)
    },
    { scope: 'worker', auto: true },
  ],
  context: async ({ context, serviceWorkers }, use) => {
    await rememberToasts(context)
    // The service worker caches less for a user who saves data.
    if (serviceWorkers === 'block') await saveData(context)
    await use(context)
  },
  page: async ({ page }, use) => {
    await use(page)
    // Requests after the end of the test are ignored.
    await page.unrouteAll({ behavior: 'ignoreErrors' })
  },
})
