import { type Browser, expect, type Page, type Route } from '@playwright/test'
import { expectToast, test } from './e2e-test.ts'
import { becomeFan, json, signInAs } from './people.ts'
import { expectAccessible, expectOneScreenWide, watchErrors } from './quality.ts'
import { ANY_SCREEN, ON_A_PHONE, WITH_MOTION } from './screens.ts'

test.use(WITH_MOTION)

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

/** Delays these requests. Returns a function that releases them. */
const delayRequests = async (page: Page, pattern: string): Promise<() => Promise<void>> => {
  const delayedRoutes: Route[] = []
  let isOpen = false
  await page.route(pattern, async (route) => {
    if (isOpen) await route.continue()
    else delayedRoutes.push(route)
  })
  return async () => {
    await expect.poll(() => delayedRoutes.length).toBeGreaterThan(0)
    isOpen = true
    await Promise.all(delayedRoutes.map((route) => route.continue()))
  }
}

/** Another browser, on a device that prefers this scheme; it records in each frame what the page looks like. */
const anotherBrowser = async (browser: Browser, colorScheme: 'dark' | 'light'): Promise<Page> => {
  const context = await browser.newContext({ colorScheme })
  const page = await context.newPage()
  await page.addInitScript(() => {
    window.looks = []
    const recordScheme = () => {
      if (document.body) {
        const { backgroundColor } = getComputedStyle(document.documentElement)
        const { style } = document.documentElement
        const noted = `${backgroundColor} ${style.getPropertyValue('--theme-action')} ${style.getPropertyValue('--theme-focus-dark')}`
        if (window.looks.at(-1) !== noted.trim()) window.looks.push(noted.trim())
      }
      requestAnimationFrame(recordScheme)
    }
    requestAnimationFrame(recordScheme)
  })
  return page
}
/** The looks of the page since it loaded, without repetitions. */
const looksOf = (page: Page): Promise<string[]> => page.evaluate(() => window.looks)
const painted = (page: Page): Promise<number> =>
  page.evaluate(() => performance.getEntriesByType('paint').length + (document.body ? 1 : 0))

/**
 * Opens the app while each of its requests is delayed in turn. Returns the looks that were rendered until it is loaded.
 */
const openSlowly = async (page: Page): Promise<string[]> => {
  const letScheme = await delayRequests(page, '**/scheme.js')
  const letApp = await delayRequests(page, '**/assets/*.js')
  await page.goto('/', { waitUntil: 'commit' })
  // Nothing is rendered before the theme is known.
  await expect
    .poll(() => page.evaluate(() => document.head?.querySelector('script[src="/scheme.js"]') !== null))
    .toBe(true)
  expect(await painted(page)).toBe(0)
  await letScheme()
  await expect.poll(() => looksOf(page)).not.toEqual([])
  const first = await looksOf(page)
  await letApp()
  await expect(page.getByRole('banner')).toBeVisible()
  expect(await looksOf(page)).toEqual(first)
  return first
}

test(
  'a theme follows its owner to a second browser, before the first paint',
  ANY_SCREEN,
  async ({ page, browser, baseURL }) => {
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
  },
)

test(
  'an open page changes to the theme that is chosen in another browser',
  ANY_SCREEN,
  async ({ page, browser, baseURL }) => {
    await page.emulateMedia({ colorScheme: 'light' })
    const fan = await becomeFan(page)
    await page.goto('/')
    await expect(page.getByText('LIVE', { exact: true }).first()).toBeVisible()
    const other = await anotherBrowser(browser, 'light')
    await signInAs(other, fan, baseURL)
    await choose(other, { mode: 'dark' })
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark')
    await other.context().close()
  },
)

test('every page is readable in the brightest and the darkest colours', ANY_SCREEN, async ({ page }) => {
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

test(
  'sliders change the whole page at once, by keys and by finger, until it is left or they are saved',
  ON_A_PHONE,
  async ({ page }) => {
    await becomeFan(page)
    await page.goto('/profile')
    const settings = page.getByRole('region', { name: 'Theme Settings' })
    const slider = (name: string) => settings.getByRole('slider', { name })
    const action = () => page.evaluate(() => document.documentElement.style.getPropertyValue('--theme-action'))

    const hue = slider('Blue hue')
    await hue.focus()
    await page.keyboard.press('PageUp')
    await page.keyboard.press('ArrowLeft')
    await expect(hue).toHaveAttribute('aria-valuetext', '229 degrees')
    await expect(settings.getByText('Not saved')).toBeVisible()
    expect(await action()).toBe('#2647d9')
    const box = (await hue.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
    expect(box.height).toBeGreaterThanOrEqual(44)
    await hue.click({ position: { x: box.width / 4, y: 22 } })
    await expect(hue).toHaveAttribute('aria-valuenow', /^(89|90|91)$/)

    for (const end of ['Home', 'End']) {
      for (const name of ['Blue lightness', 'Orange lightness']) {
        await slider(name).focus()
        await page.keyboard.press(end)
      }
      await expectAccessible(page)
      await expectOneScreenWide(page)
    }

    const pages = page.getByRole('navigation', { name: 'Pages' }).filter({ visible: true })
    await pages.getByRole('link', { name: 'Leaderboard' }).click()
    await expect.poll(action).toBe('')
    await page.goBack()
    await settings.getByRole('button', { name: 'Sky Racing' }).click()
    await settings.getByRole('button', { name: 'Save theme' }).click()
    await expectToast(page, 'Theme saved')
    await page.reload()
    await expect(settings.getByRole('button', { name: 'Sky Racing' })).toHaveAttribute('aria-pressed', 'true')
    expect(await action()).toBe('#2b9dee')
  },
)
