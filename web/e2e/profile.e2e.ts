import { expect, type Page } from '@playwright/test'
import { expectToast, prepareContext, test } from './e2e-test.ts'
import { mailedLink, VERIFICATION } from './mails.ts'
import { becomeFan, json, raceControl, stamp } from './people.ts'
import { expectAccessible, expectOneScreenWide, watchErrors } from './quality.ts'
import { ANY_SCREEN, ON_A_PHONE } from './screens.ts'
import { newWeekend } from './weekends.ts'

const PASSWORD = 'eight laps to go'
/** Console messages expected for a name that is taken and a session that has ended. */
const EXPECTED = /status of (400|401|409)|WebSocket connection to/

const panel = (page: Page, name: string) => page.getByRole('region', { name })
const userMenu = (page: Page, name: string) =>
  page.getByRole('button', { name: /user menu$/ }).filter({ hasText: name })
const shownSave = (page: Page) => page.getByRole('button', { name: 'Save', exact: true }).locator('visible=true')

/** The same account in another browser. */
const alsoIn = async (page: Page, username: string): Promise<void> => {
  const data = { email: `${username}@fans.test`, password: PASSWORD }
  await json(await page.context().request.post('/api/auth/login', { data }))
}

test('a fan edits their profile, and every open screen follows', ON_A_PHONE, async ({ page, browser, baseURL }) => {
  const weekend = await newWeekend(await raceControl(baseURL), `Saltbush ${stamp()}`)
  const errors = watchErrors(page, EXPECTED)
  const ann = await becomeFan(page, 'ann')
  const elsewhere = await browser.newContext(baseURL === undefined ? {} : { baseURL })
  await prepareContext(elsewhere)
  try {
    const other = await elsewhere.newPage()
    await alsoIn(other, ann)
    await other.goto('/groups')
    await expect(userMenu(other, ann)).toBeVisible()
    const bobs = await browser.newContext(baseURL === undefined ? {} : { baseURL })
    const bob = await bobs.newPage()
    const bobsName = await becomeFan(bob, 'bob')
    await bob.goto('/profile')
    await expect(panel(bob, 'Track Community')).toBeVisible()

    await page.goto('/profile')
    await expectAccessible(page)
    await expectOneScreenWide(page)
    await page.getByRole('button', { name: 'Edit' }).click()
    await expectAccessible(page)
    const form = page.getByRole('form', { name: 'Profile Information' })
    await expect(form.getByLabel('Team name')).toHaveCount(0)
    await form.getByText('Team', { exact: true }).click()
    const team = `Redgum ${stamp()}`
    await form.getByLabel('Team name').fill(team)
    await form.getByLabel('Car number').fill('05')
    await form.getByLabel('Manufacturer').selectOption('Toyota')
    await form.getByLabel('Chat status').fill('hoarse by Race 2')
    await expect(form.getByText('16 / 50')).toBeVisible()
    await form.getByLabel('Username').fill(bobsName)
    await shownSave(page).click()
    await expect(form.getByText('This username is already taken. Please choose a different one.')).toBeVisible()
    await expectToast(page, 'Update Failed')
    await expect(form.getByLabel('Team name')).toHaveValue(team)

    const renamed = `hana_${stamp()}`
    await form.getByLabel('Username').fill(renamed)
    await shownSave(page).click()
    await expectToast(page, 'Profile Updated')
    await expect(panel(page, 'Profile Information').getByText('05', { exact: true })).toBeVisible()
    await expect(userMenu(other, renamed)).toBeVisible()
    await expect(panel(bob, 'Teams').getByText(team)).toBeVisible()

    await page.getByText('I’m trackside').click()
    await page.getByLabel('Which weekend').selectOption({ label: weekend.name })
    await expect(panel(bob, 'Trackside now').getByText(renamed)).toBeVisible()
    const me = async () =>
      json<{ selectedWeekendId: number | null }>(await page.context().request.get('/api/auth/user'))
    await expect.poll(async () => (await me()).selectedWeekendId).toBe(weekend.id)
    await page.getByText('I’m trackside').click()
    await expect(panel(bob, 'Trackside now').getByText(renamed)).toHaveCount(0)
    expect((await me()).selectedWeekendId).toBeNull()
    await bobs.close()
    expect(errors).toEqual([])
  } finally {
    await elsewhere.close()
  }
})

test('an address is verified while the profile is open', ANY_SCREEN, async ({ page }) => {
  const fan = await becomeFan(page)
  await page.goto('/profile')
  await expect(panel(page, 'Profile Information').getByText('Not verified')).toBeVisible()
  const mailed = await page.context().newPage()
  await mailed.goto(await mailedLink(`${fan}@fans.test`, VERIFICATION))
  await expectToast(page, 'Your email address is verified')
  await expect(panel(page, 'Profile Information').getByText('Not verified')).toHaveCount(0)
})

test('a fan secures, exports and deletes their account', ANY_SCREEN, async ({ page, browser, baseURL }) => {
  const errors = watchErrors(page, EXPECTED)
  const fan = await becomeFan(page)
  const elsewhere = await browser.newContext({ ...(baseURL && { baseURL }), userAgent: 'Mozilla/5.0 Firefox/140.0' })
  try {
    const other = await elsewhere.newPage()
    await alsoIn(other, fan)
    await other.goto('/my-tips')
    await expect(userMenu(other, fan)).toBeVisible()

    await page.goto('/profile')
    const dialog = page.getByRole('dialog')
    await page.getByRole('button', { name: 'Where I’m signed in' }).click()
    await expect(dialog.getByText('This browser')).toBeVisible()
    await expectAccessible(page)
    await dialog.getByRole('button', { name: /^Sign out / }).click()
    await expectToast(page, 'Signed out')
    await expect(other).toHaveURL(/\/api\/login/)
    await page.keyboard.press('Escape')

    await page.getByRole('button', { name: 'Change password' }).click()
    await dialog.getByLabel('Current password').fill(PASSWORD)
    await dialog.getByLabel('New password', { exact: true }).fill('nine laps to go now')
    await dialog.getByLabel('Repeat new password').fill('nine laps to go now')
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Change password' }).click()
    await expectToast(page, 'Password changed')

    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Download my data' }).click(),
    ])
    expect(download.suggestedFilename()).toMatch(/\.json$/)

    await page.getByRole('button', { name: 'Delete my account' }).click()
    await expectAccessible(page)
    await expectOneScreenWide(page)
    await dialog.getByLabel('Your password').fill('nine laps to go now')
    await dialog.getByRole('button', { name: 'Delete my account' }).click()
    await expectToast(page, 'Your account is deleted')
    await expect(page.getByRole('link', { name: 'Get Started' })).toBeVisible()
    expect((await page.context().request.get('/api/auth/user')).status()).toBe(401)
    expect(errors).toEqual([])
  } finally {
    await elsewhere.close()
  }
})
