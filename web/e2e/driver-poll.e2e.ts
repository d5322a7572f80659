import { expect, type Page } from '@playwright/test'
import { expectToast, test } from './e2e-test.ts'
import { becomeFan, json, raceControl, signIn, stamp } from './people.ts'
import { expectAccessible, expectOneScreenWide, watchErrors } from './quality.ts'
import { openTab } from './tabs.ts'
import { follow, newWeekend, SUPER2, SUPERCARS } from './weekends.ts'

const tab = (page: Page, name: string) => openTab(page, 'Driver Poll', name)
const pick = (page: Page, driver: string) => page.getByRole('radio', { name: new RegExp(driver) }).check()
const submit = (page: Page) => page.getByRole('button', { name: 'Submit vote' }).and(page.locator(':visible')).click()
const standing = (page: Page, driver: string) =>
  page.getByRole('main').getByRole('listitem').filter({ hasText: driver })

/** Another fan votes, without a browser. */
const voteOf = async (baseURL: string | undefined, weekendId: number, driverName: string, category = SUPERCARS) => {
  const username = `poll_${stamp()}`
  const data = { email: `${username}@fans.test`, password: 'eight laps to go', username }
  const fan = await signIn(baseURL, '/api/auth/register', data)
  await json(await fan.post('/api/driver-poll', { data: { weekendId, driverName, category } }))
  await fan.dispose()
}

test('a fan votes, changes the vote, and sees the live poll until the weekend is completed', async ({
  page,
  baseURL,
}) => {
  const errors = watchErrors(page)
  const admin = await raceControl(baseURL)
  const weekend = await newWeekend(admin, `Poll ${stamp()}`)
  await becomeFan(page)
  await follow(page, weekend)

  await page.goto('/driver-poll')
  await expect(page.getByText('You haven’t voted yet.')).toBeVisible()
  await tab(page, 'Results')
  await expect(page.getByRole('heading', { name: 'No Votes Yet' })).toBeVisible()
  await expectAccessible(page)

  await tab(page, 'Vote')
  await pick(page, 'Marcus Dray')
  await expectAccessible(page)
  await expectOneScreenWide(page)
  await submit(page)
  await expectToast(page, 'Vote Submitted')
  await expect(page.getByText('YOUR VOTE').first()).toBeVisible()

  await tab(page, 'Results')
  await expect(standing(page, 'Marcus Dray')).toContainText('100%')
  await voteOf(baseURL, weekend.id, 'Elise Kinnear')
  await expect(standing(page, 'Elise Kinnear')).toContainText('50%')
  await expect(standing(page, 'Marcus Dray')).toContainText('50%')
  await voteOf(baseURL, weekend.id, 'Ollie Marsh', SUPER2)
  await expect(standing(page, 'Ollie Marsh')).toContainText('1 vote')
  await expectAccessible(page)
  await expectOneScreenWide(page)

  await tab(page, 'Vote')
  await page.getByLabel('Category').selectOption({ label: SUPER2 })
  await pick(page, 'Ollie Marsh')
  await submit(page)
  await expectToast(page, 'Your vote is for Ollie Marsh.')
  await tab(page, 'Statistics')
  await expect(page.getByText('66.7% · led by Ollie Marsh')).toBeVisible()
  await expectAccessible(page)
  await expectOneScreenWide(page)

  await tab(page, 'Vote')
  await json(await admin.patch(`/api/admin/weekends/${weekend.id}`, { data: { status: 'completed' } }))
  await expect(page.getByText('The weekend is over, so the poll is closed.')).toBeVisible()
  await expect(page.getByRole('radio').first()).toBeDisabled()
  await expectAccessible(page)
  expect(errors).toEqual([])
  await admin.dispose()
})
