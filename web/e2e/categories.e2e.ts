import { expect } from '@playwright/test'
import { expectToast, prepareContext, test } from './e2e-test.ts'
import { becomeFan, becomeRaceControl, json, raceControl } from './people.ts'
import { expectAccessible, expectOneScreenWide, watchErrors } from './quality.ts'
import { ON_A_PHONE } from './screens.ts'
import { follow, newWeekend } from './weekends.ts'

test(
  'race control adds a category and renames it; a fan sees it at once and tips in it',
  ON_A_PHONE,
  async ({ page, browser, baseURL }) => {
    const errors = watchErrors(page)
    const stamp = Date.now().toString(36)
    const [name, renamed] = [`Tin Tops ${stamp}`, `Ironbark Tin Tops ${stamp}`]
    const admin = await raceControl(baseURL)
    const weekend = await newWeekend(admin, `Categories ${stamp}`)

    await becomeRaceControl(page)
    await page.goto('/admin?tab=races')
    // The weekend above must be known: until then the link is another one.
    await expect(page.getByRole('button', { name: 'Create Session' })).toBeVisible()
    await page.getByRole('link', { name: 'Categories' }).click()
    await page.getByRole('button', { name: 'Add category' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Name', { exact: true }).fill('supercars')
    await dialog.getByRole('button', { name: 'Add category' }).click()
    await expect(dialog.getByText(/^“supercars” already means/)).toBeVisible()
    await dialog.getByLabel('Name', { exact: true }).fill(name)
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Add category' }).click()
    await expectToast(page, 'Category created')
    await expect(dialog).toHaveCount(0)
    await expectAccessible(page)
    await expectOneScreenWide(page)

    await json(
      await admin.post(`/api/admin/weekends/${weekend.id}/drivers`, {
        data: { driver: 'Ada Moss', number: 31, class: name },
      }),
    )
    await json(
      await admin.post('/api/admin/races', {
        data: { weekendId: weekend.id, name: 'Race 4', category: name, sessionType: 'race4' },
      }),
    )
    const stands = await browser.newContext({ ...(baseURL ? { baseURL } : {}) })
    await prepareContext(stands)
    const fan = await stands.newPage()
    await becomeFan(fan)
    await follow(fan, weekend)
    await fan.goto('/tipping')
    await expect(fan.getByRole('article', { name })).toBeVisible()

    const more = page.getByRole('button', { name: `More for ${name}`, exact: true })
    if (await more.isVisible()) {
      await more.click()
      await page.getByRole('menuitem', { name: 'Edit' }).click()
    } else await page.getByRole('button', { name: `Edit ${name}`, exact: true }).click()
    await dialog.getByLabel('Name', { exact: true }).fill(renamed)
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expectToast(page, 'Category updated')

    const card = fan.getByRole('article', { name: renamed })
    await expect(card).toBeVisible()
    await card.getByRole('button', { name: `Car for ${renamed}` }).click()
    await fan.getByRole('option', { name: 'Ada Moss' }).click()
    await card.getByRole('button', { name: 'Submit Tip' }).click()
    await expect(card.getByText('Saved', { exact: true })).toBeVisible()
    await stands.close()
    expect(errors).toEqual([])
  },
)
