import { expect, type Page } from '@playwright/test'
import { dropPrefetched } from './drop-prefetched.ts'
import { expectToast, test } from './e2e-test.ts'
import { muteSocket } from './mute-socket.ts'
import { becomeFan, json, raceControl } from './people.ts'
import { expectAccessible, expectOneScreenWide, watchErrors } from './quality.ts'
import { ANY_SCREEN, ON_A_PHONE, WITH_MOTION } from './screens.ts'
import { follow, newWeekend, publish, SUPER2, SUPERCARS } from './weekends.ts'

test.use(WITH_MOTION)

const card = (page: Page, category = SUPERCARS) => page.getByRole('article', { name: category })
const picker = (page: Page, category = SUPERCARS) =>
  card(page, category).getByRole('button', { name: `Car for ${category}` })

const pick = async (page: Page, driver: string) => {
  await picker(page).click()
  await page.getByRole('option', { name: driver }).click()
}

/** The whole word: a card that says "Not saved" does not match. */
const saved = (page: Page) => card(page).getByText('Saved', { exact: true })

const unique = (name: string) => `${name} ${Date.now().toString(36)}`

test('a fan tips, sees from which race it counts, changes after the lock, and gets the points', async ({
  page,
  baseURL,
}) => {
  const errors = watchErrors(page)
  const admin = await raceControl(baseURL)
  const weekend = await newWeekend(admin, unique('Tipping'))
  await becomeFan(page)
  await follow(page, weekend)
  await page.goto('/tipping')

  await expect(card(page).getByRole('button', { name: 'Submit Tip' })).toBeDisabled()
  await pick(page, 'Elise Kinnear')
  await expect(card(page).getByText('Not saved')).toBeVisible()
  await card(page).getByRole('button', { name: 'Submit Tip' }).click()
  await expectToast(page, `Tip submitted successfully! Your tip for ${SUPERCARS} has been saved.`)
  await expect(saved(page)).toBeVisible()
  await expect(card(page).getByText('Counts from Qualifying')).toBeVisible()
  await expectAccessible(page)
  await expectOneScreenWide(page)

  await expect(page.getByText('LIVE', { exact: true }).last()).toBeVisible()
  await publish(admin, weekend.qualifying, [weekend.cars[0], weekend.cars[1]])
  await expectToast(page, 'Qualifying has finished!')
  await pick(page, 'Marcus Dray')
  await expect(card(page).getByText('#7 Elise Kinnear')).toBeVisible()
  await card(page).getByRole('button', { name: 'Update Tip' }).click()
  await expect(card(page).getByText('Counts from Race 1')).toBeVisible()

  await json(await admin.patch(`/api/admin/races/${weekend.race}/status`, { data: { status: 'running' } }))
  await expect(card(page).getByText('Tips Locked')).toBeVisible()
  await expect(picker(page)).toBeDisabled()
  await expect(card(page).getByText('+50 points this weekend')).toBeVisible()
  // The narrowest phone.
  await page.setViewportSize({ width: 320, height: 640 })
  await expectOneScreenWide(page)
  expect(errors).toEqual([])
})

test('a car is picked and tipped by keyboard alone', ANY_SCREEN, async ({ page, baseURL }) => {
  const weekend = await newWeekend(await raceControl(baseURL), unique('Keyboard'))
  await becomeFan(page)
  await follow(page, weekend)
  await page.goto('/tipping')
  await expect(picker(page)).toContainText('4 cars entered')
  await picker(page).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('option', { name: 'Elise Kinnear' })).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(card(page).getByText('Not saved')).toBeVisible()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(saved(page)).toBeVisible()
})

test('an unsaved pick survives another page, Back and a reload', ON_A_PHONE, async ({ page, baseURL }) => {
  const admin = await raceControl(baseURL)
  const weekend = await newWeekend(admin, unique('Draft'))
  await becomeFan(page)
  await follow(page, weekend)
  await page.goto('/tipping')
  await pick(page, 'Elise Kinnear')
  await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'My Tips' }).click()
  await expect(page.getByRole('heading', { name: 'My Tips', level: 1 })).toBeVisible()
  await expect(page.getByRole('link', { name: /^Purple Sector Tipping ?, 1 pick not saved/ })).toBeVisible()
  await page.goBack()
  await expect(card(page).getByText('Not saved')).toBeVisible()
  await expect(picker(page)).toContainText('Elise Kinnear')
  await page.reload()
  await expect(card(page).getByText('Not saved')).toBeVisible()
  await expectAccessible(page)
  await expectOneScreenWide(page)

  await card(page).getByRole('button', { name: 'Submit Tip' }).click()
  await expect(saved(page)).toBeVisible()
  await expect(page.getByRole('link', { name: /not saved/ })).toHaveCount(0)

  await pick(page, 'Marcus Dray')
  await expect(card(page).getByText('Not saved')).toBeVisible()
  await json(await admin.patch(`/api/admin/races/${weekend.qualifying}/status`, { data: { status: 'running' } }))
  await json(await admin.patch(`/api/admin/races/${weekend.race}/status`, { data: { status: 'running' } }))
  await expect(card(page).getByText('Tips closed before you saved')).toBeVisible()
  await expect(card(page).getByText(/#\d+ Marcus Dray\./)).toBeVisible()
})

test('a withdrawn car is announced, and cannot be picked by other fans', ON_A_PHONE, async ({ page, baseURL }) => {
  const admin = await raceControl(baseURL)
  const weekend = await newWeekend(admin, unique('Out'))
  await becomeFan(page)
  await follow(page, weekend)
  await page.goto('/tipping')
  await pick(page, 'Toby Vance')
  await card(page).getByRole('button', { name: 'Submit Tip' }).click()
  await expect(saved(page)).toBeVisible()
  await json(await admin.patch(`/api/admin/cars/${weekend.cars[2]?.id}/status`, { data: { status: 'dnf' } }))
  await expect(card(page).getByText('Out · DNF', { exact: true })).toBeVisible()
  await expect(card(page).getByText('This car is out.')).toBeVisible()
  await picker(page).click()
  await expect(page.getByRole('option', { name: 'Toby Vance' })).toHaveAttribute('data-combobox-disabled', 'true')
  await expectAccessible(page)
})

test('a tip sent while offline says that it was not saved', ANY_SCREEN, async ({ page, context, baseURL }) => {
  const weekend = await newWeekend(await raceControl(baseURL), unique('Offline'))
  await becomeFan(page)
  await follow(page, weekend)
  await page.goto('/tipping')
  await pick(page, 'Elise Kinnear')
  await context.setOffline(true)
  await card(page).getByRole('button', { name: 'Submit Tip' }).click()
  await expectToast(page, 'Error submitting tip You’re offline. Your tip wasn’t saved.')
  await expect(card(page).getByText('Not saved')).toBeVisible()
  await context.setOffline(false)
  await card(page).getByRole('button', { name: 'Submit Tip' }).click()
  await expect(saved(page)).toBeVisible()
})

test('failing and slow replies have their own states', ANY_SCREEN, async ({ page, baseURL }) => {
  const weekend = await newWeekend(await raceControl(baseURL), unique('Failing'))
  await becomeFan(page)
  await follow(page, weekend)
  await muteSocket(page)
  await dropPrefetched(page)
  let isBroken = true
  await page.route('**/api/tips/*', (route) =>
    isBroken ? route.fulfill({ status: 503, body: '{"code":"UNAVAILABLE","message":"Busy"}' }) : route.continue(),
  )
  await page.goto('/tipping')
  await expect(page.getByText('Couldn’t load your tips')).toBeVisible()
  isBroken = false
  await page.getByRole('button', { name: 'Try Again' }).click()
  await expect(card(page)).toBeVisible()
})

test('my tips and the dashboard show tipped and open categories', async ({ page, baseURL }) => {
  const errors = watchErrors(page)
  const admin = await raceControl(baseURL)
  const weekend = await newWeekend(admin, unique('Own'))
  await becomeFan(page)
  await follow(page, weekend)
  await page.goto('/my-tips')
  await expect(page.getByText('No sector tips')).toBeVisible()
  const data = { weekendId: weekend.id, category: SUPERCARS, carId: weekend.cars[0]?.id }
  await json(await page.context().request.post('/api/tips', { data }))
  await page.reload()
  await expect(page.getByText('Car #7 - Elise Kinnear')).toBeVisible()
  await expect(page.getByText('Tipping Summary')).toBeVisible()
  await expect(page.getByRole('link', { name: new RegExp(SUPER2) })).toBeVisible()
  await expectAccessible(page)
  await expectOneScreenWide(page)

  await page.goto('/')
  await expect(page.getByRole('heading', { name: 'Your Performance' })).toBeVisible()
  await publish(admin, weekend.qualifying, [weekend.cars[0]])
  await expect(page.getByRole('region', { name: 'Your Performance' }).getByText('50').first()).toBeVisible()
  await expect(page.getByRole('region', { name: 'Live Leaderboard' }).getByText('50', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: /Event details/ }).click()
  await expect(page.getByRole('dialog').getByText('Up to 50 pts')).toBeVisible()
  await expect(page.getByRole('dialog').getByText('Up to 10 pts')).toBeVisible()
  const calendar = await page.getByRole('link', { name: 'Add to calendar' }).getAttribute('href')
  const file = await page.context().request.get(calendar?.replace('webcal:', 'http:') ?? '')
  expect(await file.text()).toContain('BEGIN:VCALENDAR')
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expectAccessible(page)
  await expectOneScreenWide(page)
  expect(errors).toEqual([])
})
