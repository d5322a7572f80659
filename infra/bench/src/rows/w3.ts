import { type Browser, type Locator, type Page, expect as plainExpect } from '@playwright/test'
import { absolute, atMost, type Figure } from '../figures/figure.ts'
import { spreadOf } from '../figures/spread.ts'
import { type ProductRun, startProduct } from '../game/product-run.ts'
import { sessionIdOf } from '../sockets/fan-session.ts'
import { startBrowser } from '../web/main-thread.ts'
import { collectVitals, SLOW_LATENCY_MS, slowDown, type Vitals, vitalsOf } from '../web/vitals.ts'
import type { Row } from './row.ts'

/** Time for late changes of a visible screen: fonts, animated rows, frames of the socket. */
const SETTLE_DELAY_MS = 2_500
/** Timeout for a throttled phone on a busy machine. */
const expect = plainExpect.configure({ timeout: 60_000 })

/** One of the last by name: far outside the board's first page. */
const FAN = 999
/** The thresholds of good Web Vitals. */
const LIMITS = { LCP: [2_500, 'ms'], CLS: [0.1, ''], INP: [200, 'ms'] } as const
const VITALS = ['LCP', 'CLS', 'INP'] as const

/** User agent of a phone, whose pages are server-rendered. */
const PHONE_AGENT =
  'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36'

const DEVICES = [
  { name: 'desktop', isSlow: false, options: { viewport: { width: 1440, height: 900 } } },
  {
    name: 'phone, 4 × slower, slow 4G',
    isSlow: true,
    options: {
      viewport: { width: 390, height: 844 },
      isMobile: true,
      hasTouch: true,
      deviceScaleFactor: 2,
      userAgent: PHONE_AGENT,
    },
  },
]
type Device = (typeof DEVICES)[number]

type Press = (what: Locator) => Promise<void>
type Screen = {
  name: string
  path: string
  isSignedIn: boolean
  /** An element that is visible once the screen shows its content. */
  isThere(page: Page): Locator
  /** Interacts with the screen as a fan does. */
  use(page: Page, press: Press): Promise<void>
}

const openMenu = async (page: Page, press: Press): Promise<void> => {
  await press(page.getByRole('button', { name: /user menu$/ }))
  await expect(page.getByRole('link', { name: 'Logout' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('link', { name: 'Logout' })).toBeHidden()
}

const changeTab = async (page: Page, press: Press, name: string): Promise<void> => {
  const tab = page.getByRole('navigation', { name: 'Pages' }).and(page.locator(':visible')).getByRole('link', { name })
  await press(tab)
  await expect(tab).toHaveAttribute('aria-current', 'page')
}

/** Describes a page that is read and then left for another one. */
const readOnlyScreen = (name: string, path: string, isThere: Screen['isThere']): Screen => ({
  ...{ name, path, isThere },
  isSignedIn: true,
  async use(page, press) {
    await openMenu(page, press)
    await changeTab(page, press, 'Dashboard')
  },
})
const heading = (name: string) => (page: Page) => page.getByRole('heading', { name, level: 1 })

const SCREENS: Screen[] = [
  {
    name: 'landing',
    path: '/',
    isSignedIn: false,
    isThere: (page) => page.getByRole('heading', { level: 1 }),
    async use(page, press) {
      for (let turn = 0; turn < 3; turn++) await press(page.getByRole('heading', { level: 1 }))
    },
  },
  {
    name: 'dashboard',
    path: '/',
    isSignedIn: true,
    isThere: (page) => page.getByText('LIVE', { exact: true }).and(page.locator(':visible')).first(),
    async use(page, press) {
      await openMenu(page, press)
      await changeTab(page, press, 'My Tips')
      await changeTab(page, press, 'Dashboard')
    },
  },
  {
    name: 'tipping',
    path: '/tipping',
    isSignedIn: true,
    isThere: (page) => page.getByRole('article').first(),
    async use(page, press) {
      const card = page.getByRole('article').first()
      const picker = card.getByRole('button', { name: /^Car for / })
      let otherCars = page.getByRole('option')
      for (let picks = 0; picks < 2; picks++) {
        otherCars = otherCars.filter({ hasNotText: /Driver \d+/.exec(await picker.innerText())?.[0] ?? 'nobody' })
        await press(picker)
        await press(otherCars.nth(3))
        await expect(card.getByText('Not saved')).toBeVisible()
      }
      await press(card.getByRole('button', { name: / Tip$/ }))
      await expect(card.getByText('Saved', { exact: true })).toBeVisible()
      await changeTab(page, press, 'Leaderboard')
    },
  },
  {
    name: 'leaderboard',
    path: '/leaderboard',
    isSignedIn: true,
    isThere: (page) => page.locator('tr[aria-rowindex="2"]'),
    async use(page, press) {
      await press(page.getByTitle('Go to your row'))
      await expect.poll(() => page.evaluate('window.scrollY')).toBeGreaterThan(1_000)
      await openMenu(page, press)
      await changeTab(page, press, 'Dashboard')
    },
  },
  readOnlyScreen('my tips', '/my-tips', heading('My Tips')),
  readOnlyScreen('group tipping', '/groups', heading('Group Tipping')),
  readOnlyScreen('heat map', '/heat-map', heading('Heat Map')),
  readOnlyScreen('driver poll', '/driver-poll', heading('Driver Poll')),
  readOnlyScreen('race chat', '/race-chat', (page) => page.getByRole('textbox').first()),
  readOnlyScreen('profile', '/profile', heading('Profile')),
]

const measure = async (browser: Browser, url: string, screen: Screen, device: Device): Promise<Vitals> => {
  const context = await browser.newContext({ ...device.options, baseURL: url })
  try {
    if (screen.isSignedIn) await context.addCookies([{ name: 'session', value: sessionIdOf(FAN), url }])
    const page = await context.newPage()
    page.setDefaultTimeout(60_000)
    await collectVitals(page)
    if (device.isSlow) await slowDown(page)
    await page.goto(screen.path)
    await expect(screen.isThere(page)).toBeVisible()
    await page.waitForTimeout(SETTLE_DELAY_MS)
    const { LCP } = await vitalsOf(page)
    await screen.use(page, device.options.hasTouch ? (what) => what.tap() : (what) => what.click())
    await page.waitForTimeout(1_000)
    return { ...(await vitalsOf(page)), LCP }
  } finally {
    await context.close()
  }
}

/**
 * Opens a screen again that the service worker has cached (docs/adr/0025-offline-page-cache.md).
 * Requests of the worker are not throttled with the page: only the document is delayed, by the latency of a request.
 */
const measureAgain = async (browser: Browser, url: string, screen: Screen, device: Device): Promise<Vitals> => {
  const context = await browser.newContext({ ...device.options, baseURL: url })
  try {
    await context.addCookies([{ name: 'session', value: sessionIdOf(FAN), url }])
    const before = await context.newPage()
    await before.goto(screen.path)
    await expect(screen.isThere(before)).toBeVisible()
    const hasAll = () =>
      before.evaluate(`caches.open('purple-sector-files-1').then((files) => files.match('/build')).then(Boolean)`)
    await expect.poll(hasAll).toBe(true)
    await before.close()
    await context.route(url + screen.path, async (route) => {
      await new Promise((resolve) => setTimeout(resolve, SLOW_LATENCY_MS))
      await route.continue().catch(() => {})
    })
    const page = await context.newPage()
    page.setDefaultTimeout(60_000)
    await collectVitals(page)
    await slowDown(page)
    await page.goto(screen.path)
    await expect(page.locator('html')).toHaveAttribute('data-kept', /./)
    await expect(screen.isThere(page)).toBeVisible()
    await page.waitForTimeout(SETTLE_DELAY_MS)
    return await vitalsOf(page)
  } finally {
    await context.close()
  }
}

/** Creates a weekend in progress: one race has its result, the next ones are open. */
const playWeekend = async (product: ProductRun, participants: number): Promise<void> => {
  const { raceIds, carIds } = await product.addGame({ participants, groups: 0, membersOfGroup: 0 }, 4)
  await product.signIn(FAN)
  await product.raceControl.publish(raceIds[0] ?? 0, carIds)
}

/** Web Vitals of the built app on the embedded product over HTTP, with an empty browser cache. */
export const w3: Row = {
  id: 'W3',
  name: 'LCP, CLS and INP of the screens',
  async run({ rounds, quick, logProgress }) {
    const product = await startProduct()
    const browser = await startBrowser()
    try {
      await playWeekend(product, quick ? 1_000 : 20_000)
      const figures: Figure[] = []
      for (const device of DEVICES)
        for (const screen of SCREENS) {
          const vitalsOfRounds: Vitals[] = []
          for (let round = 0; round < (quick ? 1 : rounds); round++) {
            const vitals = await measure(browser, product.url, screen, device)
            vitalsOfRounds.push(vitals)
            const { LCP, CLS, INP } = vitals
            logProgress(
              `${screen.name}, ${device.name}: LCP ${LCP.toFixed(0)} ms, CLS ${CLS.toFixed(3)}, INP ${INP} ms`,
            )
          }
          for (const vital of VITALS) {
            const [limit, unit] = LIMITS[vital]
            const what = `web: ${vital} of the ${screen.name}, ${device.name}`
            const description = { row: 'W3', what, against: '–', unit }
            figures.push(
              absolute(description, atMost(limit, unit), spreadOf(vitalsOfRounds.map((each) => each[vital]))),
            )
          }
        }
      for (const device of DEVICES.filter(({ isSlow }) => isSlow))
        for (const screen of SCREENS.filter(({ isSignedIn }) => isSignedIn)) {
          const vitalsOfRounds: Vitals[] = []
          for (let round = 0; round < (quick ? 1 : rounds); round++) {
            const vitals = await measureAgain(browser, product.url, screen, device)
            vitalsOfRounds.push(vitals)
            logProgress(
              `${screen.name} again, ${device.name}: LCP ${vitals.LCP.toFixed(0)} ms, CLS ${vitals.CLS.toFixed(3)}`,
            )
          }
          for (const vital of ['LCP', 'CLS'] as const) {
            const [limit, unit] = LIMITS[vital]
            const description = {
              ...{ row: 'W3', against: '–', unit },
              what: `web: ${vital} of the ${screen.name} again, ${device.name}`,
            }
            figures.push(
              absolute(description, atMost(limit, unit), spreadOf(vitalsOfRounds.map((each) => each[vital]))),
            )
          }
        }
      return figures
    } finally {
      await browser.close()
      await product.stop()
    }
  },
}
