import { expect, type Page } from '@playwright/test'
import { expectToast, prepareContext, test } from './e2e-test.ts'
import { becomeFan, json, raceControl, stamp } from './people.ts'
import { expectAccessible, expectOneScreenWide, watchErrors } from './quality.ts'
import { ANY_SCREEN, ON_A_PHONE } from './screens.ts'
import { follow, newWeekend, SUPERCARS } from './weekends.ts'

/** A helmet, as boards and headers show it. */
const HELMET = 'svg[viewBox="22 2 276 246"]'
const builder = (page: Page) => page.getByRole('region', { name: 'Racing Avatar' })
const preview = (page: Page) => builder(page).getByRole('img', { name: 'Preview of your racing avatar' })
const radio = (page: Page, group: string, name: string) =>
  builder(page).getByRole('radiogroup', { name: group }).getByRole('radio', { name, exact: true })
const tab = (page: Page, name: string) => builder(page).getByRole('tab', { name }).click()
const worn = async (page: Page) =>
  (await json<{ avatarConfig: unknown }>(await page.context().request.get('/api/auth/user'))).avatarConfig

test('a fan builds an avatar, and other fans see it change', async ({ page, browser, baseURL }, info) => {
  const errors = watchErrors(page)
  const weekend = await newWeekend(await raceControl(baseURL), `Helmets ${info.project.name} ${stamp()}`)
  const fan = await becomeFan(page, 'helmet')
  const data = { weekendId: weekend.id, category: SUPERCARS, carId: weekend.cars[0]?.id }
  await json(await page.context().request.post('/api/tips', { data }))
  const context = await browser.newContext(baseURL ? { baseURL } : {})
  await prepareContext(context)
  const other = await context.newPage()
  await becomeFan(other, 'looks')
  await follow(other, weekend)
  await other.goto('/leaderboard')
  const row = other.getByRole('row', { name: fan })
  await expect(row).toBeVisible()
  await expect(row.locator(HELMET)).toHaveCount(0)

  await follow(page, weekend)
  await page.goto('/profile')
  await expect(preview(page)).toBeVisible()
  await tab(page, 'Legends')
  await radio(page, 'Legend', 'Night Shift 1986').check({ force: true })
  await expect(builder(page).getByText('Not saved')).toBeVisible()
  await expect(preview(page)).toContainText('86')
  await expectAccessible(page)
  await builder(page).getByRole('button', { name: 'Save Avatar' }).click()
  await expectToast(page, 'Racing Avatar Updated')
  await expect(builder(page).getByText('Not saved')).toHaveCount(0)
  await expect(row.locator(HELMET)).toBeVisible()
  await expect(page.getByRole('button', { name: /user menu$/ }).locator(HELMET)).toBeVisible()

  await page.reload()
  await expect(radio(page, 'Helmet', 'Full face')).toBeChecked()
  await expectOneScreenWide(page)
  expect(errors).toEqual([])
  await context.close()
})

test(
  'avatar tiles and swatches are chosen by the keyboard, and Cancel restores the saved avatar',
  ANY_SCREEN,
  async ({ page }) => {
    await becomeFan(page, 'keys')
    await page.goto('/profile')
    await radio(page, 'Helmet', 'Modern').focus()
    await page.keyboard.press('ArrowRight')
    await expect(radio(page, 'Helmet', 'Retro')).toBeChecked()
    await expect(radio(page, 'Helmet', 'Retro')).toBeFocused()
    await tab(page, 'Colors')
    await radio(page, 'Suit colour', 'Black').focus()
    await page.keyboard.press('ArrowLeft')
    await expect(radio(page, 'Suit colour', 'White')).toBeChecked()
    await expectAccessible(page)
    await tab(page, 'Teams')
    await radio(page, 'Team', 'Custom Team').focus()
    await page.keyboard.press('ArrowDown')
    await expect(radio(page, 'Team', 'Brightline Racing')).toBeChecked()
    await builder(page).getByRole('button', { name: 'Cancel' }).click()
    await expect(radio(page, 'Team', 'Custom Team')).toBeChecked()
    await tab(page, 'Style')
    await expect(radio(page, 'Helmet', 'Modern')).toBeChecked()
    expect(await worn(page)).toBeNull()
  },
)

// The footer sticks only on a phone.
test('Cancel and Save Avatar stay on screen while a phone scrolls through the tiles', ON_A_PHONE, async ({ page }) => {
  await becomeFan(page, 'sticks')
  await page.goto('/profile')
  await builder(page).getByRole('heading', { name: 'Pattern' }).scrollIntoViewIfNeeded()
  const save = builder(page).getByRole('button', { name: 'Save Avatar' })
  await expect(save).toBeInViewport({ ratio: 1 })
  await expectOneScreenWide(page)

  // Above the bar that the profile shows while it is edited: neither covers the other.
  await page.getByRole('button', { name: 'Edit', exact: true }).click()
  await builder(page).getByRole('heading', { name: 'Pattern' }).scrollIntoViewIfNeeded()
  await save.click()
  await expect(page.getByRole('form', { name: 'Profile Information' })).toBeAttached()
  await expect.poll(() => worn(page)).not.toBeNull()
})
