import { type APIRequestContext, expect, type Page } from '@playwright/test'
import { ADMINISTRATOR } from '@purple-sector/embedded/product-process'
import { expectToast, test } from './e2e-test.ts'
import { json, logOut, raceControl, stamp } from './people.ts'
import { ANY_SCREEN, WITH_MOTION } from './screens.ts'

test.use(WITH_MOTION)

const SUPERCARS = 'Repco Supercars Championship'

type Weekend = { id: number; name: string }
type Race = { id: number; name: string; category: string }
type Car = { id: number; number: number; category: string }

/** A new race on the sample weekend, with its cars. */
const newRace = async (admin: APIRequestContext, name: string) => {
  const weekend = await json<Weekend>(await admin.get('/api/weekends/current'))
  const race = await json<Race>(
    await admin.post('/api/admin/races', {
      data: {
        weekendId: weekend.id,
        name,
        category: SUPERCARS,
        sessionType: 'race3',
        pointsAwarded: { first: 900, second: 20, third: 10 },
      },
    }),
  )
  const cars = await json<Car[]>(await admin.get(`/api/cars/${race.id}`))
  return { weekend, race, cars }
}

const classification = (cars: (Car | undefined)[]) =>
  cars.map((car, index) => ({ position: index + 1, carId: car?.id, status: 'classified' }))

const createAccount = async (page: Page, username: string) => {
  await page.goto('/')
  await page.getByRole('link', { name: 'Get Started' }).click()
  const form = page.locator('form[action*="register"]')
  await form.locator('[name=username]').fill(username)
  await form.locator('[name=email]').fill(`${username}@fans.test`)
  await form.locator('[name=password]').fill('eight laps to go')
  await form.getByRole('button').click()
}

test('a visitor becomes a fan, tips, and sees the board update when a result is published and corrected', async ({
  page,
  baseURL,
}, info) => {
  const errors: string[] = []
  page.on('pageerror', (error) => errors.push(error.message))
  const username = `e2e_${info.project.name}_${stamp()}`
  const admin = await raceControl(baseURL)
  const { weekend, race, cars } = await newRace(admin, `Race 3 ${info.project.name}`)

  await createAccount(page, username)
  await expect(page.getByText('LIVE', { exact: true })).toBeVisible()
  await page.getByRole('link', { name: 'Leaderboard', exact: true }).and(page.locator(':visible')).click()

  const [winner, other] = cars
  const tip = await page.evaluate(
    async (body) =>
      (
        await fetch('/api/tips', {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(body),
        })
      ).status,
    { weekendId: weekend.id, category: SUPERCARS, carId: winner?.id, tipSource: 'sector' },
  )
  expect(tip).toBe(201)
  // On a long board the row is pinned until it is among those on screen.
  const row = page
    .getByRole('row', { name: username })
    .or(page.getByRole('region', { name: 'Your row' }))
    .first()
  await expect(row).toBeVisible()

  await json(
    await admin.put(`/api/admin/races/${race.id}/results`, {
      data: { status: 'provisional', classification: classification([winner, other]) },
    }),
  )
  await expectToast(page, `${race.name} has finished!`)
  await expect(row).toContainText('900')

  await json(
    await admin.put(`/api/admin/races/${race.id}/results`, {
      data: {
        status: 'amended',
        reason: 'Five seconds for a jump start',
        classification: classification([other, winner]),
      },
    }),
  )
  await expectToast(page, `The result of ${race.name} was corrected`)
  await expect(row).not.toContainText('900')
  await expect(row).toContainText('20')
  expect(errors).toEqual([])
})

test('signing out leads back to the landing page', ANY_SCREEN, async ({ page }) => {
  await createAccount(page, `leaver_${stamp()}`)
  await logOut(page)
  await expect(page.getByRole('heading', { name: 'Rev up your race day' })).toBeVisible()
})

test('signing in works, and a wrong password is reported on the page', ANY_SCREEN, async ({ page }) => {
  await page.goto('/api/login')
  const form = page.locator('form[action*="login"]')
  await form.locator('[name=email]').fill(ADMINISTRATOR.email)
  await form.locator('[name=password]').fill('not the password')
  await form.getByRole('button').click()
  await expect(page.getByText('Wrong email or password.')).toBeVisible()
  await expect(page.locator('form[action*="login"] [name=email]')).toHaveValue(ADMINISTRATOR.email)
  await page.locator('form[action*="login"] [name=password]').fill(ADMINISTRATOR.password)
  await page.locator('form[action*="login"]').getByRole('button').click()
  await expect(page.getByRole('button', { name: /user menu$/ })).toBeVisible()
})
