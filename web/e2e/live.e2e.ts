import { expect, type Page } from '@playwright/test'
import { expectToast, test } from './e2e-test.ts'
import { becomeFan, json, raceControl } from './people.ts'
import { watchErrors } from './quality.ts'
import { ANY_SCREEN } from './screens.ts'
import { follow, newWeekend, publish, SUPER2, SUPERCARS } from './weekends.ts'

const HERITAGE = 'Heritage Touring Cars'
const MINUTE = 60_000

type Race = { id: number; status: string }

const card = (page: Page, category: string) => page.getByRole('article', { name: category })
const live = (page: Page) => page.getByText('LIVE', { exact: true })

test('changes by race control appear in every open app', ANY_SCREEN, async ({ page, baseURL }) => {
  const errors = watchErrors(page)
  const admin = await raceControl(baseURL)
  const weekend = await newWeekend(admin, `Live ${Date.now()}`)
  await becomeFan(page)
  await follow(page, weekend)
  await page.goto('/tipping')
  await expect(live(page)).toBeVisible()
  await expect(card(page, SUPERCARS)).toBeVisible()
  await expect(card(page, HERITAGE)).toHaveCount(0)

  // A race of another category is added: its card appears.
  await json(
    await admin.post(`/api/admin/weekends/${weekend.id}/drivers`, {
      data: { driver: 'Rex Holloway', number: 5, team: 'Old Iron', class: HERITAGE },
    }),
  )
  const heritage = await json<Race>(
    await admin.post('/api/admin/races', {
      data: { weekendId: weekend.id, name: 'Race 1', category: HERITAGE, sessionType: 'race1' },
    }),
  )
  await expect(card(page, HERITAGE)).toBeVisible()
  await expect(card(page, HERITAGE).getByText('Tips Locked')).toHaveCount(0)

  // It starts: its card locks.
  await json(await admin.patch(`/api/admin/races/${heritage.id}/status`, { data: { status: 'running' } }))
  await expect(card(page, HERITAGE).getByText('Tips Locked').first()).toBeVisible()

  // Only one race counts from now on: the other categories leave.
  await json(
    await admin.patch(`/api/admin/weekends/${weekend.id}/purple-sector-races`, {
      data: { productRaceIds: [heritage.id, weekend.race] },
    }),
  )
  await expect(card(page, SUPER2)).toHaveCount(0)
  await expect(card(page, SUPERCARS)).toBeVisible()

  // A result is published and corrected.
  await publish(admin, weekend.race, weekend.cars)
  await expectToast(page, 'Race Results Updated Race 1 has finished!')
  await publish(admin, weekend.race, [...weekend.cars].reverse(), { status: 'amended', reason: 'Jump start' })
  await expectToast(page, 'The result of Race 1 was corrected')

  expect(errors).toEqual([])

  // The weekend is deleted with everything in it; requests at that moment get a 404.
  await admin.delete(`/api/admin/weekends/${weekend.id}?confirm=true`)
  await expect(page.getByText(weekend.name)).toHaveCount(0)
  expect(errors.filter((error) => !/status of 404/.test(error))).toEqual([])
})

test(
  'a race locks by the server’s clock while its card is open, without any message',
  ANY_SCREEN,
  async ({ page, baseURL }) => {
    const admin = await raceControl(baseURL)
    const weekend = await newWeekend(admin, `Lock ${Date.now()}`)
    const races = await json<(Race & { category: string })[]>(await admin.get(`/api/weekends/${weekend.id}/races`))
    const only = races.find(({ category }) => category === SUPER2)
    const change = async (path: string, data: object) =>
      json(await admin.patch(`/api/admin/races/${only?.id}${path}`, { data }))
    await becomeFan(page)
    await follow(page, weekend)
    // The clock of this browser is an hour fast, and passes ten minutes in a moment.
    await page.clock.install({ time: Date.now() + 60 * MINUTE })
    await page.goto('/tipping')
    await expect(card(page, SUPER2)).toBeVisible()
    // The race is moved: the card follows, and is still open. Tips close 2 minutes before the start.
    await change('', { scheduledTime: new Date(Date.now() + 12 * MINUTE).toISOString() })
    await expect(card(page, SUPER2)).toContainText(/Closes/)
    await expect(card(page, SUPER2).getByText('Tips Locked')).toHaveCount(0)
    await page.context().setOffline(true)
    await expect(page.getByText('OFFLINE', { exact: true }).first()).toBeVisible()
    await page.clock.fastForward(10 * MINUTE)
    await expect(card(page, SUPER2).getByText('Tips Locked').first()).toBeVisible()

    await change('/status', { status: 'running' })
    await page.context().setOffline(false)
    await expect(live(page)).toBeVisible()
    await expect(card(page, SUPER2).getByText('Tips Locked').first()).toBeVisible()
    await admin.delete(`/api/admin/weekends/${weekend.id}?confirm=true`)
  },
)
