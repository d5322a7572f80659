import { type BrowserContext, expect, type Page } from '@playwright/test'
import { test } from './e2e-test.ts'
import { mailedLink, VERIFICATION } from './mails.ts'
import { json, logOut, stamp } from './people.ts'
import { expectAccessible, expectOneScreenWide, watchErrors } from './quality.ts'
import { ANY_SCREEN } from './screens.ts'

const PASSWORD = 'eight laps to go'

/** Creates an account signed in in this browser. Returns its e-mail address. */
const register = async (context: BrowserContext): Promise<string> => {
  const email = `${stamp()}@fans.test`
  await json(await context.request.post('/api/auth/register', { data: { email, password: PASSWORD } }))
  return email
}

const isSignedIn = async (page: Page): Promise<boolean> => (await page.context().request.get('/api/auth/user')).ok()

// Does not depend on the screen.
test(
  'a mailed link works only in a browser that is signed in to its account',
  ANY_SCREEN,
  async ({ page, browser, baseURL }) => {
    const errors = watchErrors(page)
    const theirs = await browser.newContext(baseURL === undefined ? {} : { baseURL })
    const email = await register(theirs)
    await theirs.close()
    const link = await mailedLink(email, VERIFICATION)
    await page.goto(link)
    await expect(page.getByRole('heading', { name: 'Verify your email address' })).toBeVisible()
    await expectAccessible(page)
    await expectOneScreenWide(page)
    await page.getByRole('link', { name: 'Sign in' }).click()
    const form = page.locator('form[action*="login"]')
    await form.getByLabel('Email').fill(email)
    await form.getByLabel('Password').fill(PASSWORD)
    await form.getByRole('button', { name: 'Sign in' }).click()
    await expect(page.getByRole('button', { name: /user menu$/ })).toBeVisible()
    expect(new URL(page.url()).pathname).toBe('/')
    expect(errors).toEqual([])
    await page.goto(link)
    await expect(page.getByRole('heading', { name: 'This link doesn’t work' })).toBeVisible()
  },
)

// Does not depend on the screen.
test('the app’s own sign-out link logs out, one on another site only asks', ANY_SCREEN, async ({ page, baseURL }) => {
  await register(page.context())
  const logout = new URL('/api/logout', baseURL).href
  await page.route('http://elsewhere.test/', (route) =>
    route.fulfill({ contentType: 'text/html', body: `<a href="${logout}">See the winner</a>` }),
  )
  await page.goto('http://elsewhere.test/')
  await page.getByRole('link', { name: 'See the winner' }).click()
  await expect(page.getByRole('heading', { name: 'Sign out?' })).toBeVisible()
  await expectAccessible(page)
  await expectOneScreenWide(page)
  expect(await isSignedIn(page)).toBe(true)
  await page.getByRole('link', { name: 'Stay signed in' }).click()
  await logOut(page)
  await expect(page.getByRole('link', { name: 'Get Started' })).toBeVisible()
  expect(await isSignedIn(page)).toBe(false)

  await register(page.context())
  await page.goto('http://elsewhere.test/')
  await page.getByRole('link', { name: 'See the winner' }).click()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(page.getByRole('link', { name: 'Get Started' })).toBeVisible()
  expect(await isSignedIn(page)).toBe(false)
})
