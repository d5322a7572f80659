import { type Browser, expect, type Page, type Route } from '@playwright/test'
import { test } from './journey.ts'
import { becomeFan, json, signInAs } from './people.ts'
import { expectAccessible, watchErrors } from './quality.ts'

const DARK = 'rgb(11, 11, 14)'
const LIGHT = 'rgb(241, 241, 244)'
const SKY = {
  blueHue: 205,
  blueSaturation: 85,
  blueLightness: 55,
  orangeHue: 28,
  orangeSaturation: 92,
  orangeLightness: 58,
}

declare global {
  interface Window {
    looks: string[]
  }
}

const choose = async (page: Page, theme: object): Promise<void> => {
  await json(await page.context().request.put('/api/profile/theme', { data: theme }))
}

/** Requests for these are held until they are let go. */
const hold = async (page: Page, pattern: string): Promise<() => Promise<void>> => {
  const held: Route[] = []
  let isOpen = false
  await page.route(pattern, async (route) => {
    if (isOpen) await route.continue()
    else held.push(route)
  })
  return async () => {
    await expect.poll(() => held.length).toBeGreaterThan(0)
    isOpen = true
    await Promise.all(held.map((route) => route.continue()))
  }
}

/** Another browser, on a device that prefers this scheme; it notes in each frame what the page looks like. */
const anotherBrowser = async (browser: Browser, colorScheme: 'dark' | 'light'): Promise<Page> => {
  const context = await browser.newContext({ colorScheme })
  const page = await context.newPage()
  await page.addInitScript(() => {
    window.looks = []
    const look = () => {
      if (document.body) {
        const { backgroundColor } = getComputedStyle(document.documentElement)
        const { style } = document.documentElement
        const noted = `${backgroundColor} ${style.getPropertyValue('--theme-action')} ${style.getPropertyValue('--theme-focus-dark')}`
        if (window.looks.at(-1) !== noted.trim()) window.looks.push(noted.trim())
      }
      requestAnimationFrame(look)
    }
    requestAnimationFrame(look)
  })
  return page
}
/** What was drawn since the page came, without repetitions. */
const drawn = (page: Page): Promise<string[]> => page.evaluate(() => window.looks)
const painted = (page: Page): Promise<number> =>
  page.evaluate(() => performance.getEntriesByType('paint').length + (document.body ? 1 : 0))

/** Opens the app on a line so slow that each part of it is waited for; says what was drawn until all is there. */
const openSlowly = async (page: Page): Promise<string[]> => {
  const letScheme = await hold(page, '**/scheme.js')
  const letApp = await hold(page, '**/assets/*.js')
  await page.goto('/', { waitUntil: 'commit' })
  // Nothing is drawn before the theme is known.
  await expect
    .poll(() => page.evaluate(() => document.head?.querySelector('script[src="/scheme.js"]') !== null))
    .toBe(true)
  expect(await painted(page)).toBe(0)
  await letScheme()
  await expect.poll(() => drawn(page)).not.toEqual([])
  const first = await drawn(page)
  await letApp()
  await expect(page.getByRole('banner')).toBeVisible()
  expect(await drawn(page)).toEqual(first)
  return first
}

test('a theme follows its owner to a second browser, before the first paint', async ({ page, browser, baseURL }) => {
  const fan = await becomeFan(page)
  await choose(page, { mode: 'dark' })

  const light = await anotherBrowser(browser, 'light')
  const errors = watchErrors(light)
  await signInAs(light, fan, baseURL)
  expect(await openSlowly(light)).toEqual([DARK])

  await choose(page, { mode: 'custom', custom: SKY })
  expect(await openSlowly(light)).toEqual([`${LIGHT} #2b9dee #f68d31`])
  await light.emulateMedia({ colorScheme: 'dark' })
  expect(await openSlowly(light)).toEqual([`${DARK} #2b9dee #f68d31`])

  await light.goto('/api/logout')
  await light.emulateMedia({ colorScheme: 'light' })
  expect(await openSlowly(light)).toEqual([LIGHT])
  expect(errors).toEqual([])
  await light.context().close()
})

test('a page that is open changes with the theme that is chosen in another browser', async ({
  page,
  browser,
  baseURL,
}) => {
  await page.emulateMedia({ colorScheme: 'light' })
  const fan = await becomeFan(page)
  await page.goto('/')
  await expect(page.getByText('LIVE', { exact: true }).first()).toBeVisible()
  const other = await anotherBrowser(browser, 'light')
  await signInAs(other, fan, baseURL)
  await choose(other, { mode: 'dark' })
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark')
  await other.context().close()
})

test('every page is read and seen in the brightest and the darkest colours', async ({ page }) => {
  await becomeFan(page)
  for (const [hue, lightness] of [
    [60, 90],
    [240, 10],
    [300, 50],
  ]) {
    await choose(page, {
      mode: 'custom',
      custom: {
        blueHue: hue,
        blueSaturation: 100,
        blueLightness: lightness,
        orangeHue: hue,
        orangeSaturation: 100,
        orangeLightness: lightness,
      },
    })
    await page.goto('/leaderboard')
    await expect(page.getByRole('main')).toBeVisible()
    await expectAccessible(page)
  }
})
