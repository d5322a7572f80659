import { expect, type Page } from '@playwright/test'
import { test } from './e2e-test.ts'
import { becomeFan, raceControl, stamp } from './people.ts'
import { expectAccessible, expectOneScreenWide, watchErrors } from './quality.ts'
import { follow, newWeekend, publish, SUPERCARS } from './weekends.ts'

const card = (page: Page, driver: string) => page.getByRole('article', { name: driver })

test('the heat map follows results live, and tip cards show the zone', async ({ page, baseURL }) => {
  const errors = watchErrors(page)
  const admin = await raceControl(baseURL)
  const weekend = await newWeekend(admin, `Heat ${stamp()}`)
  await becomeFan(page)
  await follow(page, weekend)

  await page.goto('/heat-map')
  await expect(page.getByText('No performance data available for this weekend')).toBeVisible()
  await expectAccessible(page)

  const [kinnear, dray, vance, nandan] = weekend.cars
  await publish(admin, weekend.qualifying, [kinnear, dray, vance, nandan])
  await expect(card(page, 'Elise Kinnear')).toContainText('Hot100.0')
  await expect(card(page, 'Priya Nandan')).toContainText('Cold0.0')
  await expect(page.getByText('Average score').locator('..')).toContainText('50.0')

  await page.goto('/tipping')
  const picker = page.getByRole('button', { name: `Car for ${SUPERCARS}` })
  await picker.click()
  await expect(page.getByRole('option', { name: 'Priya Nandan' })).toContainText('Cold')
  await page.getByRole('option', { name: 'Elise Kinnear' }).click()
  await expect(picker).toContainText('Hot')
  await expectAccessible(page)
  await expectOneScreenWide(page)

  await page.goto('/heat-map')
  await expect(card(page, 'Elise Kinnear')).toContainText('P1 · Qualifying')
  // The next session is averaged with the one before.
  await publish(admin, weekend.race, [nandan, kinnear, dray, vance])
  await expect(card(page, 'Priya Nandan')).toContainText('Neutral50.0')
  await expect(card(page, 'Priya Nandan')).toContainText('P1 · Race 1')
  await expect(card(page, 'Elise Kinnear')).toContainText('Hot83.3')
  await expectAccessible(page)
  await expectOneScreenWide(page)
  expect(errors).toEqual([])
  await admin.dispose()
})
