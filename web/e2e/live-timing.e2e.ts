import { type APIRequestContext, expect, type Page } from '@playwright/test'
import { test } from './e2e-test.ts'
import { becomeFan, json, raceControl, stamp } from './people.ts'
import { expectAccessible, expectOneScreenWide, watchErrors } from './quality.ts'
import { follow, newWeekend, type PlayedWeekend, publish, SUPERCARS } from './weekends.ts'

const MINUTE = 60_000
const NUMBERS = [7, 8, 9, 10]

type Row = Record<string, unknown>

/** A pushing source: cars in this order, with further fields. */
const sourceOf = (admin: APIRequestContext, { race }: PlayedWeekend) => {
  let sequence = 0
  return async (order: readonly number[], more: Row = {}, cars: Record<number, Row> = {}): Promise<void> => {
    const entries = order.map((carNumber, index) => ({
      carNumber,
      position: index + 1,
      laps: 5,
      lastLapMs: 80_500 + index * 100,
      bestLapMs: 80_400 + index * 100,
      gapMs: index === 0 ? null : index * 842,
      intervalMs: index === 0 ? null : 842,
      sectorsMs: [26_000 + index * 10, 31_400 + index * 10, 22_860 + index * 10],
      pitStops: 1,
      status: 'running',
      ...cars[carNumber],
    }))
    sequence += 1
    const data = {
      sequence,
      capturedAt: new Date().toISOString(),
      flag: 'green',
      lap: 5,
      totalLaps: 39,
      remainingMs: 40 * MINUTE,
      entries,
      ...more,
    }
    await json(await admin.post(`/api/live-timing/races/${race}/snapshots`, { data }))
  }
}

const tower = (page: Page) => page.getByRole('table', { name: 'Timing tower' })
const row = (page: Page, driver: string) => tower(page).getByRole('row').filter({ hasText: driver })
const flag = (page: Page) => page.getByRole('region', { name: 'Live timing' }).getByRole('status')
const picks = (page: Page) => page.getByRole('region', { name: 'Your picks' })
const board = (page: Page) => page.getByRole('region', { name: 'Board as it stands' })

test('a fan watches a race from the first lap to the result, with their own points', async ({ page, baseURL }) => {
  const errors = watchErrors(page)
  const admin = await raceControl(baseURL)
  const weekend = await newWeekend(admin, `Timing ${stamp()}`)
  const start = new Date(Date.now() + 5 * MINUTE).toISOString()
  await json(await admin.patch(`/api/admin/races/${weekend.race}`, { data: { scheduledTime: start } }))
  await becomeFan(page)
  await follow(page, weekend)
  const [, second] = weekend.cars
  const tip = { weekendId: weekend.id, category: SUPERCARS, carId: second?.id, tipSource: 'sector' }
  await json(await page.context().request.post('/api/tips', { data: tip }))
  await page.goto('/')
  await expect(page.getByRole('heading', { name: `Race 1 · ${SUPERCARS}` })).toBeVisible()
  await expect(tower(page)).toHaveCount(0)

  // The first snapshot: live timing replaces the countdown.
  const push = sourceOf(admin, weekend)
  await push(NUMBERS)
  await expect(row(page, 'Elise Kinnear')).toContainText('Lap 5')
  await expect(row(page, 'Marcus Dray')).toContainText('YOUR TIP')
  await expect(row(page, 'Marcus Dray')).toContainText('+0.842')
  await expect(flag(page)).toContainText('Green flag')
  await expect(picks(page)).toContainText('P2')
  await expect(picks(page)).toContainText('+25')
  await expect(board(page)).toContainText('Provisional')
  await expect(board(page).getByRole('listitem').filter({ hasText: 'YOU' })).toContainText('+25')
  await expectAccessible(page)
  await expectOneScreenWide(page)

  // The lead changes, and the picks and the board with it.
  await push([8, 7, 9, 10])
  await expect(picks(page)).toContainText('P1')
  await expect(picks(page)).toContainText('+50')
  await expect(board(page).getByRole('listitem').filter({ hasText: 'YOU' })).toContainText('+50')

  // One car goes to the pits, one is out, and the race is stopped.
  await push(
    [8, 7, 9, 10],
    { flag: 'red', message: 'Session stopped' },
    { 9: { inPit: true, status: 'pit', pitStops: 2 }, 10: { status: 'out', laps: 4 } },
  )
  await expect(flag(page)).toContainText('Red flag')
  await expect(row(page, 'Toby Vance').getByText('Pit', { exact: true })).toBeVisible()
  await expect(row(page, 'Priya Nandan')).toContainText('Out')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Laps and race control' }).click()
  await expect(page.getByRole('region', { name: 'Race control' })).toContainText('Session stopped')
  await expect(page.getByRole('img', { name: /^Positions of 4 cars/ })).toBeVisible()

  // Paused: the last timing stays, the projected board leaves.
  await json(await admin.post('/api/live-timing/pause', { data: {} }))
  await expect(page.getByText('Timing paused', { exact: true })).toBeVisible()
  await expect(board(page)).toHaveCount(0)
  await json(await admin.post('/api/live-timing/resume', { data: {} }))
  await expect(board(page)).toBeVisible()

  // Full screen, which Escape leaves.
  await page.getByRole('button', { name: 'Full screen' }).click()
  await expect(page).toHaveURL(/\/live-timing$/)
  await expect(tower(page)).toBeVisible()
  await expect(page.getByRole('navigation')).toHaveCount(0)
  await expectAccessible(page)
  await expectOneScreenWide(page)
  await page.getByRole('button', { name: 'Exit full screen' }).click()
  await expect(page).toHaveURL(/\/$/)

  // The chequered flag, and the result.
  const finished = { status: 'finished' }
  await push(
    [8, 7, 9, 10],
    { flag: 'chequered', lap: 39, remainingMs: 0 },
    { 7: finished, 8: finished, 9: finished, 10: { status: 'out', laps: 4 } },
  )
  await expect(flag(page)).toContainText('Waiting for the result.')
  const [seven, eight, nine, ten] = weekend.cars
  await publish(admin, weekend.race, [eight, seven, nine, ten])
  await expect(tower(page)).toHaveCount(0)
  expect(errors).toEqual([])
})
