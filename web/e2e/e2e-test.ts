import { type BrowserContext, expect, type Locator, type Page, test as playwrightTest } from '@playwright/test'

declare global {
  interface Window {
    reportToast(text: string): void
    reportMoment(text: string): void
  }
}

/** The visible toast: there is one at most. */
export const TOAST = '[aria-label="Notifications (F8)"] > [aria-live] > *'

export const toastOf = (page: Page): Locator => page.locator(TOAST)

/** The texts of a page's toasts since the last one that was expected. */
const toastTexts = new WeakMap<Page, string[]>()
/** Texts that appeared for a moment, by page. */
const moments = new WeakMap<Page, string[]>()

/**
 * Records the toasts of every page: a toast is gone after five seconds, when the next one comes, or with the page,
 * which a busy machine may miss.
 *
 * Also keeps the resting pointer of a test from pausing toasts.
 */
const recordToasts = async (context: BrowserContext): Promise<void> => {
  await context.exposeBinding('reportToast', ({ page }, text: string) => {
    toastTexts.set(page, [...(toastTexts.get(page) ?? []), text])
  })
  await context.exposeBinding('reportMoment', ({ page }, text: string) => {
    moments.set(page, [...(moments.get(page) ?? []), text])
  })
  await context.addInitScript((selector) => {
    let before = { toast: null as Element | null, text: '' }
    new MutationObserver(() => {
      const toast = document.querySelector(selector)
      const text = toast instanceof HTMLElement ? toast.innerText.replaceAll('\n', ' ') : ''
      // The text of a visible toast may change.
      if (text !== '' && (toast !== before.toast || text !== before.text)) window.reportToast(text)
      before = { toast, text }
    }).observe(document, { childList: true, characterData: true, subtree: true })
    const ignorePointer = (event: Event) => {
      if (event.target instanceof Element && event.target.closest(selector)) event.stopPropagation()
    }
    for (const kind of ['pointerover', 'pointermove']) window.addEventListener(kind, ignorePointer, { capture: true })
  }, TOAST)
}

/** Closes the visible toast, if any. */
const closeToast = (page: Page): Promise<void> =>
  page.evaluate((selector) => {
    const toast = document.querySelector(selector)
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
export const expectToast = async (page: Page, text: string | RegExp): Promise<void> => {
  const matches = (toast: string) => (typeof text === 'string' ? toast.includes(text) : text.test(toast))
  const toasts = () => toastTexts.get(page) ?? []
  const findToast = async () => {
    const isFound = toasts().some(matches)
    await closeToast(page).catch((error) => {
      // The page is just being left.
      if (!/context was destroyed|has been closed/.test(String(error))) throw error
    })
    return isFound || toasts()
  }
  await expect.poll(findToast, { message: `a toast says: ${text}`, intervals: [50, 100, 250] }).toBe(true)
  toastTexts.set(page, toasts().slice(toasts().findIndex(matches) + 1))
}

/**
 * Simulates a user who saves data.
 *
 * Prefetching transfers as much as the page itself, in every new browser context of a test
 * (`src/app/routing/prefetch-pages.ts`).
 */
const saveData = (context: BrowserContext): Promise<unknown> =>
  context.addInitScript(() => {
    if (navigator.connection) Object.defineProperty(navigator.connection, 'saveData', { value: true })
  })

/** Prepares an additional browser context of a test. */
export const prepareContext = async (context: BrowserContext): Promise<void> => {
  await saveData(context)
  await recordToasts(context)
}

/**
 * Expects all of these texts on a page at once, if only for a moment, and whatever follows: checked after every change,
 * however busy the machine is. Applies to pages that are opened from now on.
 */
export const expectMoment = async (page: Page, ...text: string[]): Promise<void> => {
  await page.addInitScript((all) => {
    new MutationObserver(() => {
      if (all.every((part) => document.body?.textContent.includes(part))) window.reportMoment(all.join())
    }).observe(document, { childList: true, characterData: true, subtree: true })
  }, text)
  await expect.poll(() => moments.get(page), { message: `a page says: ${text}` }).toContain(text.join())
}

/**
 * Makes every navigation wait until the page is interactive, in every context: a server-rendered page is visible
 * earlier. A navigation with `commit` does not wait. A navigation begins once the history entry of a closed dialog has
 * been left, because leaving it would abort the navigation.
 */
const waitUntilHydrated = (pages: Page): void => {
  const everyPage: Page = Object.getPrototypeOf(pages)
  const whenInteractive = async (page: Page): Promise<void> => {
    await page.waitForFunction(() => !document.getElementById('root')?.hasAttribute('inert'))
  }
  const whenDialogsAreClosed = async (page: Page): Promise<void> => {
    await page.waitForFunction(() => document.querySelector('[role="dialog"]') || !window.history.state?.dialogs)
  }
  const { goto, reload, goBack, goForward, waitForURL } = everyPage
  type Navigate<Args extends unknown[], Reply> = (this: Page, ...args: Args) => Promise<Reply>
  const waitingForDialogs = <Args extends unknown[], Reply>(navigate: Navigate<Args, Reply>) =>
    async function (this: Page, ...args: Args): Promise<Reply> {
      await whenDialogsAreClosed(this)
      return navigate.apply(this, args)
    }
  const waitingForHydration = <Args extends unknown[], Reply>(navigate: Navigate<Args, Reply>) =>
    async function (this: Page, ...args: Args): Promise<Reply> {
      const reply = await navigate.apply(this, args)
      const options = args.at(-1)
      const hasWaitUntil = typeof options === 'object' && options !== null && 'waitUntil' in options
      if (!hasWaitUntil || options.waitUntil !== 'commit') await whenInteractive(this)
      return reply
    }
  everyPage.goto = waitingForHydration(waitingForDialogs(goto))
  everyPage.reload = waitingForHydration(waitingForDialogs(reload))
  everyPage.goBack = waitingForHydration(goBack)
  everyPage.goForward = waitingForHydration(goForward)
  everyPage.waitForURL = waitingForHydration(waitForURL)
}

/** Playwright's `test` with recorded toasts and interactive pages. */
export const test = playwrightTest.extend<object, { interactivePages: undefined }>({
  interactivePages: [
    async ({ browser }, use) => {
      const page = await browser.newPage()
      waitUntilHydrated(page)
      await page.close()
      await use(undefined)
    },
    { scope: 'worker', auto: true },
  ],
  context: async ({ context, serviceWorkers }, use) => {
    await recordToasts(context)
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
