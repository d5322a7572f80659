import { expect, type Page } from '@playwright/test'
import { test } from './e2e-test.ts'
import { becomeRaceControl, json, raceControl, stamp } from './people.ts'
import { expectAccessible, expectOneScreenWide, watchErrors } from './quality.ts'
import { ON_A_PHONE } from './screens.ts'
import { follow, newWeekend, SUPERCARS } from './weekends.ts'

const isPhone = (page: Page) => (page.viewportSize()?.width ?? 0) < 768
const NAME = `Race 1, ${SUPERCARS}`

test(
  'a running session of a weekend with a long name makes the page no wider',
  ON_A_PHONE,
  async ({ page, baseURL }) => {
    const admin = await raceControl(baseURL)
    const shown = await newWeekend(admin, `Shown ${stamp()}`)
    const running = await newWeekend(admin, `The Four Hours of Wattle Park for Touring Cars ${stamp()}`)
    const send = async (sequence: number, flag: string, status: string) => {
      const entries = [{ carNumber: 7, position: 1, status, laps: 12 }]
      const snapshot = { sequence, capturedAt: new Date().toISOString(), flag, lap: 12, totalLaps: 12, entries }
      await json(await admin.post(`/api/live-timing/races/${running.race}/snapshots`, { data: snapshot }))
    }
    await send(1, 'green', 'running')
    await becomeRaceControl(page)
    await follow(page, shown)
    await page.goto('/admin?tab=live-timing')
    await expect(page.getByText(`Race 1, ${running.name}, running`)).toBeVisible()
    await expectOneScreenWide(page)
    await page.setViewportSize({ width: 320, height: 640 })
    await expectOneScreenWide(page)
    await send(2, 'chequered', 'finished')
  },
)

const entry = (carNumber: number, position: number, status = 'running') => ({
  ...{ carNumber, position, status, laps: 12, driver: `Driver ${carNumber}`, lastLapMs: 80_441.7 },
  ...(position > 1 && { gapMs: position * 1_204 }),
})

test('race control chooses a source, sees its data, matches a car, and publishes the finishing order', async ({
  page,
  baseURL,
}) => {
  const errors = watchErrors(page)
  const admin = await raceControl(baseURL)
  const weekend = await newWeekend(admin, `Timing ${Date.now().toString(36)}`)
  let sequence = 0
  const send = async (flag: string, lap: number, status?: string) => {
    const entries = [8, 7, 61, 10].map((number, index) => entry(number, index + 1, status))
    const snapshot = { sequence: ++sequence, capturedAt: new Date().toISOString(), flag, lap, totalLaps: 12, entries }
    await json(await admin.post(`/api/live-timing/races/${weekend.race}/snapshots`, { data: snapshot }))
  }
  await becomeRaceControl(page)
  await follow(page, weekend)
  await page.goto('/admin?tab=live-timing')
  await expect(page.getByText('No source is set up', { exact: true })).toBeVisible()

  await page.getByRole('button', { name: 'Choose source' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Session').selectOption({ label: NAME })
  await dialog.getByText('Natsoft', { exact: true }).click()
  await dialog.getByLabel('Address').fill('https://timing.example')
  await dialog.getByRole('button', { name: 'Set source' }).click()
  await expect(dialog.getByRole('alert')).toContainText('must begin with tcp://')
  await expectAccessible(page)
  await dialog.getByText('Push', { exact: true }).click()
  await dialog.getByRole('button', { name: 'Set source' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(page.getByRole('region', { name: 'How to send' })).toContainText(`/races/${weekend.race}/snapshots`)

  await send('safety-car', 9)
  await expect(page.getByRole('table', { name: 'What the source says' })).toContainText('not entered')
  await expect(page.getByText('Lap 9 of 12')).toBeVisible()
  await expectAccessible(page)
  await expectOneScreenWide(page)
  await page.getByRole('combobox', { name: 'Which car is 61?' }).selectOption({ label: '9 Toby Vance' })
  await expect(page.getByText('Car 61 is matched')).toBeVisible()

  await send('chequered', 12, 'finished')
  const podium = page.getByRole('list', { name: 'Podium' }).getByRole('listitem')
  await expect(podium).toHaveText([/8\s*Marcus Dray/, /7\s*Elise Kinnear/, /9\s*Toby Vance/])
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Publish provisional result' }).click()
  await expect(page.getByRole('region', { name: 'From flag to result' })).toHaveCount(0)
  const result = await json<{ status: string; classification: { carId: number }[] }>(
    await admin.get(`/api/races/${weekend.race}/results`),
  )
  expect(result.status).toBe('provisional')
  expect(result.classification.slice(0, 3).map(({ carId }) => carId)).toEqual(
    [1, 0, 2].map((index) => weekend.cars[index]?.id),
  )

  if (isPhone(page)) {
    await page.getByRole('button', { name: `More for ${NAME}` }).click()
    await page.getByRole('menuitem', { name: 'Remove source of' }).click()
  } else await page.getByRole('button', { name: `Remove source of ${NAME}` }).click()
  await dialog.getByRole('button', { name: 'Remove source' }).click()
  await expect(page.getByText('No source is set up', { exact: true })).toBeVisible()
  expect(errors.filter((error) => !error.includes('400'))).toEqual([])
})
