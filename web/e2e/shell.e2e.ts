import type { Page } from '@playwright/test'
import { expect } from '@playwright/test'
import { ADMINISTRATOR } from '@purple-sector/embedded/product-process'
import { expectToast, test } from './e2e-test.ts'
import { becomeFan, becomeRaceControl, json, logOut, raceControl } from './people.ts'
import { expectAccessible, expectOneScreenWide, watchErrors } from './quality.ts'
import { ANY_SCREEN, isPhone, WITH_MOTION } from './screens.ts'

test.use(WITH_MOTION)

type Weekend = { id: number; name: string }

const LOGGED_OUT = 'Unauthorized You are logged out. Logging in again...'

/** The element that names the current weekend: a banner, on a phone the selector itself. */
const banner = (page: Page, name: string) => page.getByText(name, { exact: true }).and(page.locator(':visible')).first()
const selector = (page: Page) => page.getByRole('combobox', { name: 'Race weekend' }).and(page.locator(':visible'))
const live = (page: Page) => page.getByText('LIVE', { exact: true })

const finger = (page: Page, selector: string, from: number, to: number) =>
  page.evaluate(
    ({ selector, from, to }) => {
      const target = document.querySelector(selector)
      if (!target) throw new Error(`There is no ${selector}`)
      const touch = (clientX: number) => new Touch({ identifier: 1, target, clientX, clientY: 300 })
      const event = { bubbles: true, cancelable: true }
      target.dispatchEvent(
        new TouchEvent('touchstart', { ...event, touches: [touch(from)], changedTouches: [touch(from)] }),
      )
      target.dispatchEvent(new TouchEvent('touchend', { ...event, touches: [], changedTouches: [touch(to)] }))
    },
    { selector, from, to },
  )

test('a signed-out user is asked to sign in and returns to the requested page', async ({ page }) => {
  const errors = watchErrors(page)
  // It may be there before everything has loaded.
  await page.goto('/tipping?from=mail', { waitUntil: 'commit' })
  await expectToast(page, LOGGED_OUT)
  await page.waitForURL('**/api/login?returnTo=%2Ftipping%3Ffrom%3Dmail')
  await expectAccessible(page)
  await expectOneScreenWide(page)
  const form = page.locator('form[action*="login"]')
  await form.getByLabel('Email').fill(ADMINISTRATOR.email)
  await form.getByLabel('Password').fill(ADMINISTRATOR.password)
  await form.getByRole('button', { name: 'Sign in' }).click()
  await page.waitForURL('**/tipping?from=mail')
  await expect(page.getByRole('heading', { name: 'Purple Sector Tipping', level: 1 })).toBeVisible()
  expect(errors).toEqual([])
})

test('a session that is ended elsewhere leads to the sign-in page', ANY_SCREEN, async ({ page }) => {
  await becomeFan(page)
  await page.goto('/my-tips')
  await expect(live(page)).toBeVisible()
  await json(await page.context().request.post('/api/auth/logout-everywhere'))
  await expectToast(page, LOGGED_OUT)
  await page.waitForURL('**/api/login?returnTo=%2Fmy-tips')
})

test('the landing page, the 404 and the shell are accessible and one screen wide', async ({ page }) => {
  const errors = watchErrors(page)
  await page.goto('/')
  await expect(page.getByText('Join or create your own tipping competition!')).toBeVisible()
  for (const text of [
    'Smart Tipping',
    'Live Scoring',
    'Leaderboards',
    'Community',
    'How It Works',
    'Pick Your Winners',
    'Watch & Score',
    'Climb the Leaderboard',
  ])
    await expect(page.getByRole('heading', { name: text, exact: true })).toBeVisible()
  await expectAccessible(page)
  await expectOneScreenWide(page)

  await page.goto('/nowhere')
  await expect(page.getByRole('heading', { name: 'This page ran wide' })).toBeVisible()
  await expectAccessible(page)
  await expectOneScreenWide(page)
  await page.getByRole('link', { name: 'Back to the home page' }).click()
  await expect(page.getByRole('heading', { name: 'Rev up your race day' })).toBeVisible()

  await becomeFan(page)
  await page.goto('/nowhere')
  await page.getByRole('link', { name: 'Back to the dashboard' }).click()
  await expect(live(page)).toBeVisible()
  await expectAccessible(page)
  await expectOneScreenWide(page)
  expect(errors).toEqual([])
})

test('pages are reached by the bar, by swipe and by keyboard', async ({ page }, { project }) => {
  await becomeRaceControl(page)
  await page.goto('/')
  const bar = page.getByRole('navigation', { name: 'Pages' }).and(page.locator(':visible'))
  const setup = isPhone(project) ? 'Setup' : 'Race Weekends'
  const pages = [
    'Dashboard',
    'Purple Sector Tipping',
    'Group Tipping',
    'My Tips',
    'Leaderboard',
    'Heat Map',
    'Driver Poll',
    'Race Chat',
    'Profile',
  ]
  await expect(bar.getByRole('link')).toHaveText([...pages, setup])
  await bar.getByRole('link', { name: 'My Tips' }).click()
  await expect(page).toHaveURL('/my-tips')
  await expect(page).toHaveTitle('My Tips – Purple Sector')
  await expect(bar.getByRole('link', { name: 'My Tips' })).toHaveAttribute('aria-current', 'page')
  await bar.getByRole('link', { name: setup }).click()
  await expect(page).toHaveURL('/admin')

  if (isPhone(project)) {
    await page.goto('/tipping')
    await expect(page.getByRole('heading', { name: 'Purple Sector Tipping', level: 1 })).toBeVisible()
    // The address changes before the page, from which the next swipe starts.
    await finger(page, '#page h1', 300, 200)
    await expect(page).toHaveURL('/groups')
    await expect(page).toHaveTitle('Group Tipping – Purple Sector')
    await finger(page, '#page', 100, 185)
    await expect(page).toHaveURL('/tipping')
    await expect(page).toHaveTitle('Purple Sector Tipping – Purple Sector')
    await finger(page, '#page', 100, 175)
    await expect(page).toHaveURL('/tipping')
  } else {
    await page.goto('/')
    await expect(live(page)).toBeVisible()
    await page.keyboard.press('Tab')
    await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL('/#page')
  }

  // A page that is still open when its session ends navigates by itself.
  await page.goto('about:blank')
  await becomeFan(page)
  await page.goto('/')
  await expect(bar.getByRole('link')).toHaveText(pages)
})

test(
  'the selector offers every weekend, and the whole app is about the one chosen',
  ANY_SCREEN,
  async ({ page, baseURL }) => {
    const admin = await raceControl(baseURL)
    await becomeFan(page)
    await page.goto('/')
    await expect(live(page)).toBeVisible()
    const name = `Great Southern Touring ${Date.now()}`
    const data = { name, venue: 'Saltpan Motor Park', startDate: '2027-02-05', endDate: '2027-02-07' }
    const weekend = await json<Weekend>(await admin.post('/api/admin/weekends', { data }))

    // Without a reload: a new weekend is offered at once.
    const option = selector(page)
      .getByRole('option')
      .filter({ hasText: `${name.slice(0, 25)}...` })
    await expect(option).toHaveCount(1)
    await selector(page).selectOption(String(weekend.id))
    await expect(banner(page, name)).toBeVisible()
    await expect(page.getByText('5–7 Feb 2027').and(page.locator(':visible')).first()).toBeVisible()

    const renamed = `Twilight ${Date.now()}`
    await json(await admin.patch(`/api/admin/weekends/${weekend.id}`, { data: { name: renamed } }))
    await expect(banner(page, renamed)).toBeVisible()

    // When the selected weekend is deleted, the current one is shown again.
    await admin.delete(`/api/admin/weekends/${weekend.id}?confirm=true`)
    await expect(option).toHaveCount(0)
    await expect(page.getByText(renamed)).toHaveCount(0)
  },
)

test('a weekend that is set live appears for all users', ANY_SCREEN, async ({ page, baseURL }) => {
  const admin = await raceControl(baseURL)
  const before = await json<Weekend & { status: string }>(await admin.get('/api/weekends/current'))
  await becomeFan(page)
  await page.goto('/')
  await expect(banner(page, before.name)).toBeVisible()
  const data = { name: `Night Race ${Date.now()}`, startDate: '2027-03-05', endDate: '2027-03-07' }
  const weekend = await json<Weekend>(await admin.post('/api/admin/weekends', { data }))
  const switched = async (id: number, status: string) =>
    json(await admin.patch(`/api/admin/weekends/${id}`, { data: { isActive: true, status } }))
  if (before.status === 'live') await switched(before.id, 'inactive')
  await switched(weekend.id, 'live')
  await expect(banner(page, data.name)).toBeVisible()
  await expect(page.getByText('LIVE EVENT').and(page.locator(':visible')).first()).toBeVisible()
  await expect(
    selector(page)
      .getByRole('option')
      .filter({ hasText: `${data.name} (LIVE)`.slice(0, 25) }),
  ).toHaveCount(1)

  await admin.delete(`/api/admin/weekends/${weekend.id}?confirm=true`)
  await expect(banner(page, before.name)).toBeVisible()
  if (before.status === 'live') await switched(before.id, 'live')
})

test('the app shows that it is offline, and later the changes it missed', async ({ page, baseURL }) => {
  const errors = watchErrors(page)
  const admin = await raceControl(baseURL)
  const current = await json<Weekend>(await admin.get('/api/weekends/current'))
  await becomeFan(page)
  await page.goto('/')
  await expect(live(page)).toBeVisible()
  await page.context().setOffline(true)
  await expect(page.getByText('OFFLINE', { exact: true }).first()).toBeVisible()
  await expect(page.getByText(/Standings as of \d{1,2}:\d\d [ap]m\. Trying again/)).toBeVisible()

  const venue = `Harbour Street Circuit ${Date.now()}`
  await json(await admin.patch(`/api/admin/weekends/${current.id}`, { data: { venue } }))
  await page.context().setOffline(false)
  await expect(live(page)).toBeVisible()
  await expect(page.getByText(venue).and(page.locator(':visible')).first()).toBeVisible()
  await expect(page.getByText(/Standings as of/)).toHaveCount(0)
  expect(errors).toEqual([])
})

test('the theme follows the choice, also after coming back; logging out leads to the landing page', async ({
  page,
}) => {
  await page.emulateMedia({ colorScheme: 'dark' })
  await becomeFan(page)
  await page.goto('/')
  const scheme = page.locator('html')
  await expect(scheme).toHaveAttribute('data-mantine-color-scheme', 'dark')
  await page.getByRole('button', { name: /user menu$/ }).click()
  const saved = page.waitForResponse('**/api/profile/theme')
  await page.getByRole('button', { name: 'Theme System' }).click()
  await expect(scheme).toHaveAttribute('data-mantine-color-scheme', 'light')
  expect((await saved).status()).toBe(200)
  await page.reload()
  await expect(scheme).toHaveAttribute('data-mantine-color-scheme', 'light')
  await page.getByRole('button', { name: /user menu$/ }).click()
  await page.locator('[popover]').getByRole('link', { name: 'Profile' }).click()
  await expect(page.getByRole('heading', { name: 'Profile', level: 1 })).toBeVisible()
  await logOut(page)
  await expect(page.getByRole('heading', { name: 'Rev up your race day' })).toBeVisible()
})

test.describe('with a service worker', () => {
  test.use({ serviceWorkers: 'allow' })

  test(
    'the service worker is registered, and the browser’s install prompt is suppressed',
    ANY_SCREEN,
    async ({ page }) => {
      await page.goto('/')
      const script = () =>
        page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.active?.scriptURL ?? 'none')
      await expect.poll(script).toMatch(/\/sw\.js$/)
      const isSuppressed = await page.evaluate(() => {
        const prompt = new Event('beforeinstallprompt', { cancelable: true })
        window.dispatchEvent(prompt)
        return prompt.defaultPrevented
      })
      expect(isSuppressed).toBe(true)
    },
  )
})
