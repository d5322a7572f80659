import { type BrowserContext, expect, type Page } from '@playwright/test'
import { prepareContext, test } from './e2e-test.ts'
import { becomeFan, json, raceControl, stamp } from './people.ts'
import { expectAccessible, watchErrors } from './quality.ts'
import { ANY_SCREEN } from './screens.ts'
import { follow, newWeekend, type PlayedWeekend, publish, SUPERCARS } from './weekends.ts'

const board = (page: Page) => page.getByRole('table', { name: 'Season Standings' })
/** The row at a place. */
const rowAt = (page: Page, position: number) => board(page).locator(`tr[aria-rowindex="${position + 1}"]`)

const tip = async (page: Page, weekend: PlayedWeekend, car: number) => {
  const data = { weekendId: weekend.id, category: SUPERCARS, carId: weekend.cars[car]?.id }
  await json(await page.context().request.post('/api/tips', { data }))
}

test(
  'results of two rounds update the season standings of two fans without a reload',
  ANY_SCREEN,
  async ({ page, browser, baseURL }) => {
    const errors = watchErrors(page)
    const admin = await raceControl(baseURL)
    const rounds = [
      await newWeekend(admin, `Opener ${stamp()}`),
      await newWeekend(admin, `Double Points ${stamp()}`),
    ] as const
    const name = `Championship ${stamp()}`
    const { id } = await json<{ id: number }>(await admin.post('/api/admin/seasons', { data: { name, year: 2026 } }))
    const data = rounds.map((round, index) => ({ weekendId: round.id, multiplier: index + 1 }))
    await json(await admin.put(`/api/admin/seasons/${id}/weekends`, { data }))

    const other: BrowserContext = await browser.newContext(baseURL ? { baseURL } : {})
    await prepareContext(other)
    const screens = [page, await other.newPage()]
    const fans: string[] = []
    for (const [car, screen] of screens.entries()) {
      fans.push(await becomeFan(screen, `rounds${car}`))
      await follow(screen, rounds[0])
      for (const round of rounds) await tip(screen, round, car)
      await screen.goto('/leaderboard')
      await screen.getByText('Season', { exact: true }).click()
      await screen.waitForURL('**/leaderboard?view=season')
      await expect(screen.getByText(`Season standings for ${name}`)).toBeVisible()
    }
    const [first = '', second = ''] = fans

    // 50 and 25 points in the first round.
    await publish(admin, rounds[0].qualifying, [rounds[0].cars[0], rounds[0].cars[1]])
    for (const screen of screens) {
      await expect(rowAt(screen, 1)).toContainText(first)
      await expect(rowAt(screen, 1)).toContainText('50')
      await expect(rowAt(screen, 2)).toContainText('25')
    }
    await expect(rowAt(page, 1)).toContainText('YOU')

    // 50 and 25 the other way round in the second, which counts double.
    await publish(admin, rounds[1].qualifying, [rounds[1].cars[1], rounds[1].cars[0]])
    for (const screen of screens) {
      await expect(rowAt(screen, 1)).toContainText(second)
      await expect(rowAt(screen, 1)).toContainText('125')
      await expect(rowAt(screen, 2)).toContainText('100')
    }
    await expectAccessible(page)

    // The address can be shared, and Back leads to the weekend.
    await page.reload()
    await expect(rowAt(page, 1)).toContainText(second)
    await page.getByText('Weekend', { exact: true }).click()
    await expect(page.getByRole('table', { name: 'All Sector Participants' })).toBeVisible()
    await page.goBack()
    await expect(rowAt(page, 1)).toContainText(second)
    expect(errors).toEqual([])
    await other.close()
  },
)
