import { expect, type Page } from '@playwright/test'
import { expectToast, test } from './e2e-test.ts'
import { becomeFan, json, raceControl } from './people.ts'
import { expectAccessible, expectOneScreenWide, watchErrors } from './quality.ts'
import { ON_A_PHONE } from './screens.ts'
import { follow, newWeekend, publish, SUPERCARS } from './weekends.ts'

/** Achievements arrive as well, so the number of unread ones is not checked. */
const bell = (page: Page) => page.getByRole('banner').getByRole('link', { name: /^Notifications \d+ unread$/ })
const quietBell = (page: Page) => page.getByRole('banner').getByRole('link', { name: 'Notifications', exact: true })
const list = (page: Page) => page.getByRole('region', { name: 'Your Notifications' })
const item = (page: Page, words: string) => list(page).getByRole('listitem').filter({ hasText: words })

test(
  'a fan is notified of their points, a correction and a withdrawn car, and marks them as read',
  ON_A_PHONE,
  async ({ page, baseURL }, info) => {
    const errors = watchErrors(page)
    const admin = await raceControl(baseURL)
    const weekend = await newWeekend(admin, `Told ${info.project.name} ${Date.now().toString(36)}`)
    await becomeFan(page)
    await follow(page, weekend)
    await page.goto('/my-tips')
    await expect(page.getByText('LIVE', { exact: true }).last()).toBeVisible()
    await quietBell(page).click()
    await expect(list(page).getByText('No Notifications')).toBeVisible()
    await expectAccessible(page)

    const [first, second] = weekend.cars
    const tip = { weekendId: weekend.id, category: SUPERCARS, carId: first?.id }
    await json(await page.context().request.post('/api/tips', { data: tip }))
    await page.goto('/my-tips')
    await expect(page.getByText('LIVE', { exact: true }).last()).toBeVisible()
    // The first tip unlocks an achievement, whose notification counts once its script has loaded.
    await expect(bell(page)).toBeVisible()
    await publish(admin, weekend.qualifying, [first, second])
    const words = '+50 from Supercars Qualifying. You’re on 50 and 1st in the open competition.'
    await expectToast(page, words)
    await bell(page).click()
    await expect(item(page, words)).toHaveCount(1)

    await publish(admin, weekend.qualifying, [second, first], { status: 'amended', reason: 'Jump start of car 7' })
    const because = 'Supercars Qualifying was corrected: you now have 25 points (was 50).'
    const why = `${because} Reason: Jump start of car 7. You’re still 1st in the open competition.`
    await expectToast(page, why)
    await expect(item(page, why)).toHaveCount(1)
    await item(page, why)
      .getByRole('button', { name: /^Mark as read/ })
      .click()
    await expect(item(page, why).getByRole('button')).toHaveCount(0)
    await expect(bell(page)).toBeVisible()
    await expectAccessible(page)
    await expectOneScreenWide(page)

    await json(await admin.patch(`/api/admin/cars/${first?.id}/status`, { data: { status: 'crashed' } }))
    await expectToast(page, 'Car 7 is out')
    await expect(item(page, 'Car 7 is out')).toContainText('crashed')
    await list(page).getByRole('button', { name: 'Mark all as read' }).click()
    await expect(quietBell(page)).toBeVisible()
    await expect(list(page).getByRole('button', { name: /^Mark/ })).toHaveCount(0)
    await list(page).getByRole('link', { name: 'Car 7 is out' }).click()
    await expect(page).toHaveURL(/\/tipping$/)
    expect(errors).toEqual([])
  },
)
