import { expect } from '@playwright/test'
import { dropPrefetched } from './drop-prefetched.ts'
import { test } from './e2e-test.ts'
import { becomeFan, json, raceControl } from './people.ts'
import { expectAccessible, expectOneScreenWide, watchErrors } from './quality.ts'
import { follow, newWeekend, SUPERCARS } from './weekends.ts'

const startsIn = (hours: number): string => new Date(Date.now() + hours * 3_600_000).toISOString()

test('the countdown shows a running race, the next deadline and cancelled races', async ({ page, baseURL }) => {
  const errors = watchErrors(page)
  const admin = await raceControl(baseURL)
  const weekend = await newWeekend(admin, `Dashboard ${Date.now().toString(36)}`)
  const practice = await json<{ id: number }>(
    await admin.post('/api/admin/races', {
      data: {
        weekendId: weekend.id,
        name: 'Practice 1',
        category: SUPERCARS,
        sessionType: 'practice',
        scheduledTime: startsIn(-1),
      },
    }),
  )
  await json(await admin.patch(`/api/admin/races/${weekend.qualifying}`, { data: { scheduledTime: startsIn(4) } }))
  await becomeFan(page)
  await follow(page, weekend)
  await page.goto('/')

  await expect(page.getByRole('heading', { name: `Practice 1 · ${SUPERCARS}` })).toBeVisible()
  await expect(page.getByText('EVENT LIVE').first()).toBeVisible()
  await expect(page.getByText(/tips for Qualifying close \w{3} \d{1,2}:\d\d [ap]m/)).toBeVisible()
  await expect(page.getByRole('link', { name: /^Tip until/ })).toBeVisible()
  await expectAccessible(page)
  await expectOneScreenWide(page)

  const cancelled = { status: 'cancelled', classification: [] }
  await json(await admin.put(`/api/admin/races/${practice.id}/results`, { data: cancelled }))
  await expect(page.getByRole('heading', { name: `Qualifying · ${SUPERCARS}` })).toBeVisible()
  await expect(page.getByRole('timer')).toBeVisible()
  await expect(page.getByText(/ tips close at \d{1,2}:\d\d [ap]m/)).toBeVisible()
  await expect(page.getByRole('listitem').filter({ hasText: 'Practice 1' }).getByText('Cancelled')).toBeVisible()
  await expectAccessible(page)
  expect(errors).toEqual([])
})

test('the dashboard shows the next weekend when none is announced', async ({ page, baseURL }) => {
  const errors = watchErrors(page)
  const admin = await raceControl(baseURL)
  const weekend = await newWeekend(admin, `Unannounced ${Date.now().toString(36)}`)
  await becomeFan(page)
  await dropPrefetched(page)
  await page.route('**/api/weekends', async (route) => {
    const reply = await route.fetch()
    const all: { id: number }[] = await reply.json()
    const [draft] = all.filter(({ id }) => id === weekend.id)
    await route.fulfill({ json: [{ ...draft, isActive: false, startDate: '2099-02-05', endDate: '2099-02-07' }] })
  })
  await page.goto('/')
  await expect(page.getByText(weekend.name).and(page.locator(':visible')).first()).toBeVisible()
  await expect(page.getByRole('combobox', { name: 'Race weekend' }).and(page.locator(':visible'))).toBeEnabled()
  await expect(page.getByText('No race weekends available')).toHaveCount(0)
  await expect(page.getByText('Live Leaderboard')).toBeVisible()
  expect(errors).toEqual([])
})
