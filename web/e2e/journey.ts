import { type BrowserContext, expect, type Locator, type Page, test as playwrightTest } from '@playwright/test'

declare global {
  interface Window {
    tellJourney(words: string): void
    tellMoment(words: string): void
  }
}

/** The toast that a page shows: there is one at most. */
export const TOAST = '[aria-label="Notifications (F8)"] > [aria-live] > *'

export const shownToast = (page: Page): Locator => page.locator(TOAST)

/** What the toasts of a page said, from the one after which a journey asked last. */
const said = new WeakMap<Page, string[]>()
/** What pages said for a moment. */
const momentsOf = new WeakMap<Page, string[]>()

/**
 * Keeps what the toasts of every page say: one is gone after five seconds, as soon as the next one comes, or with the page
 * that is left; on a busy machine nobody may have looked by then. The pointer of a journey, which rests where it has clicked
 * or tries to, holds none of them.
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
      // A toast may say more while it is shown.
      if (words !== '' && (toast !== before.toast || words !== before.words)) window.tellJourney(words)
      before = { toast, words }
    }).observe(document, { childList: true, characterData: true, subtree: true })
    const letGo = (event: Event) => {
      if (event.target instanceof Element && event.target.closest(shown)) event.stopPropagation()
    }
    for (const kind of ['pointerover', 'pointermove']) window.addEventListener(kind, letGo, { capture: true })
  }, TOAST)
}

/** Closes the toast that is shown, if there is one. */
const closeToast = (page: Page): Promise<void> =>
  page.evaluate((shown) => {
    const toast = document.querySelector(shown)
    if (!toast) return
    const close = toast.querySelector('[aria-label="Close"]')
    if (!(close instanceof HTMLElement)) throw new Error('A toast that cannot be closed')
    close.click()
  }, TOAST)

/**
 * A toast says so, or has said so since the one that was asked for before it. Who waits for it closes those before it, and
 * itself once it is read: each would lie over buttons, and hold up the next one, for seconds.
 */
export const told = async (page: Page, words: string | RegExp): Promise<void> => {
  const isIt = (text: string) => (typeof words === 'string' ? text.includes(words) : words.test(text))
  const toasts = () => said.get(page) ?? []
  const heard = async () => {
    const isHeard = toasts().some(isIt)
    await closeToast(page).catch((error) => {
      // Of a page that is just being left.
      if (!/context was destroyed|has been closed/.test(String(error))) throw error
    })
    return isHeard || toasts()
  }
  await expect.poll(heard, { message: `a toast says: ${words}`, intervals: [50, 100, 250] }).toBe(true)
  said.set(page, toasts().slice(toasts().findIndex(isIt) + 1))
}

/**
 * What a page fetches ahead is as much as itself, and in a browser that is new to each journey it would come with every
 * one: people of journeys save data (`src/app/prefetch-pages.ts`).
 */
const saveData = (context: BrowserContext): Promise<unknown> =>
  context.addInitScript(() => {
    if (navigator.connection) Object.defineProperty(navigator.connection, 'saveData', { value: true })
  })

/** Whoever comes along in a journey in a browser of their own. */
export const comeAlong = async (context: BrowserContext): Promise<void> => {
  await saveData(context)
  await rememberToasts(context)
}

/**
 * A page that is opened from now on says all of this at once, if only for a moment and whatever it leads to: looked for after
 * every change, however busy the machine is.
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
 * A page that came drawn is seen before it can be used: whoever opens one in a journey goes on once it can be, in every
 * context. One that a journey only waits to be sent (`commit`) it looks at itself.
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

/** A journey in a browser whose toasts are remembered, on pages that can be used. */
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
    // A worker keeps less for who saves data.
    if (serviceWorkers === 'block') await saveData(context)
    await use(context)
  },
  page: async ({ page }, use) => {
    await use(page)
    // What a page still asks for when its journey has ended is nobody's.
    await page.unrouteAll({ behavior: 'ignoreErrors' })
  },
})
