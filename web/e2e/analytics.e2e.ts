import { expect, type Page } from '@playwright/test'
import { expectToast, test } from './e2e-test.ts'
import { becomeFan, json, raceControl, stamp } from './people.ts'
import { expectAccessible, expectOneScreenWide, watchErrors } from './quality.ts'
import { ANY_SCREEN } from './screens.ts'
import { follow, newWeekend, publish, SUPER2, SUPERCARS } from './weekends.ts'

const panel = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const unlocked = (page: Page, name: string) =>
  panel(page, 'Achievements').getByRole('listitem').filter({ hasText: name }).filter({ hasText: 'Unlocked' })
const figure = (page: Page, label: string) => page.locator('dl > div').filter({ hasText: label })

const tip = async (page: Page, weekendId: number, category: string, carId: number | undefined) => {
  await json(await page.context().request.post('/api/tips', { data: { weekendId, category, carId } }))
}

test(
  'achievements unlock on screen as they happen, and analytics show the weekends’ figures',
  ANY_SCREEN,
  async ({ page, baseURL }, info) => {
    const admin = await raceControl(baseURL)
    const weekend = await newWeekend(admin, `Ironbark ${stamp()}`)
    const errors = watchErrors(page)
    await becomeFan(page, 'ann')
    await follow(page, weekend)

    await page.goto('/profile')
    await page.getByRole('link', { name: 'Performance analytics' }).click()
    await expect(page.getByRole('heading', { name: 'Analytics', level: 1 })).toBeVisible()
    await expect(page.getByText('No performance data available for this weekend')).toBeVisible()
    await expect(page.getByRole('navigation', { name: 'Pages' })).toHaveCount(0)
    await expect(panel(page, 'Achievements').getByText(/^0 of \d\d$/)).toBeVisible()
    await expectAccessible(page)
    await expectOneScreenWide(page)

    const [winner, second] = weekend.cars
    await tip(page, weekend.id, SUPERCARS, winner?.id)
    await expectToast(page, /New Achievement Unlocked! First Tip/)
    await expect(unlocked(page, 'First Tip')).toBeVisible()
    await publish(admin, weekend.qualifying, [winner, second])
    await expectToast(page, /New Achievement Unlocked! (On the Board|Winner Picked)/)
    await expect(unlocked(page, 'Winner Picked')).toBeVisible()
    await expect(figure(page, 'Average accuracy')).toContainText('100%')
    await publish(admin, weekend.race, [second, winner])
    await expect(figure(page, 'Total points')).toContainText('75')

    // A correction changes the figures; granted achievements stay.
    await publish(admin, weekend.qualifying, [second, winner], { status: 'amended', reason: 'Track limits' })
    await expect(figure(page, 'Total points')).toContainText('50')
    await expect(unlocked(page, 'Winner Picked')).toBeVisible()

    const later = await newWeekend(admin, `Snowgum ${stamp()}`)
    await tip(page, later.id, SUPERCARS, later.cars[1]?.id)
    await publish(admin, later.qualifying, later.cars)
    // No frames arrive for a weekend that is not followed: it is read once it is scored.
    const performance = () =>
      page
        .context()
        .request.get('/api/analytics/performance')
        .then(json<{ totalPoints: number }>)
    await expect.poll(async () => (await performance()).totalPoints).toBe(75)
    await page.reload()
    await expect(figure(page, 'Total weekends')).toContainText(/^Total weekends\s*2since/)
    const recent = panel(page, 'Recent performance')
    await expect(recent.getByRole('row').filter({ hasText: weekend.name })).toContainText('50')
    await expect(recent.getByRole('row').filter({ hasText: later.name })).toContainText('25')
    await expect(page.getByRole('table', { name: 'Points and accuracy of each weekend' })).toBeAttached()
    await expect(page.locator('.recharts-surface')).toHaveCount(2)
    await expectAccessible(page)
    await expectOneScreenWide(page)
    if (process.env.SHOTS)
      for (const colorScheme of ['dark', 'light'] as const) {
        await page.emulateMedia({ colorScheme })
        await page.screenshot({ path: `${process.env.SHOTS}-${info.project.name}-${colorScheme}.png`, fullPage: true })
      }

    await page.getByRole('link', { name: 'Profile' }).click()
    await page.getByRole('link', { name: 'History' }).click()
    await expect(page.getByText('Coming Soon')).toBeVisible()
    await expectAccessible(page)
    expect(errors).toEqual([])
  },
)

test('a full grid is announced, and a visitor is led to sign in', async ({ page, baseURL }) => {
  await page.goto('/history')
  await expectToast(page, 'Unauthorized')
  await expect(page).toHaveURL(/\/api\/login\?returnTo=%2Fhistory$/)

  const admin = await raceControl(baseURL)
  const weekend = await newWeekend(admin, `Big Prawn ${stamp()}`)
  await becomeFan(page, 'bob')
  await follow(page, weekend)
  await page.goto('/leaderboard')
  await expect(page.getByText('LIVE', { exact: true }).last()).toBeVisible()
  const entered = await json<{ id: number; category: string }[]>(
    await admin.get(`/api/admin/cars?weekendId=${weekend.id}`),
  )
  await tip(page, weekend.id, SUPERCARS, weekend.cars[0]?.id)
  await expectToast(page, /New Achievement Unlocked! First Tip/)
  await tip(page, weekend.id, SUPER2, entered.find(({ category }) => category === SUPER2)?.id)
  await expectToast(page, /New Achievement Unlocked! Full Grid/)
})
