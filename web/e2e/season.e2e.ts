import { type APIRequestContext, type BrowserContext, expect, type Page } from '@playwright/test'
import { expectToast, prepareContext, test } from './e2e-test.ts'
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

type NewSeason = { id: number; name: string; rounds: readonly [PlayedWeekend, PlayedWeekend] }

/** A season of its own for one test, with two rounds; the second has this multiplier. */
const newSeason = async (
  admin: APIRequestContext,
  { multiplier = 1, ...rules }: { multiplier?: number; jokers?: number },
): Promise<NewSeason> => {
  const rounds = [await newWeekend(admin, `Opener ${stamp()}`), await newWeekend(admin, `Closer ${stamp()}`)] as const
  const name = `Championship ${stamp()}`
  const { id } = await json<{ id: number }>(
    await admin.post('/api/admin/seasons', { data: { name, year: 2026, ...rules } }),
  )
  const data = rounds.map((round, index) => ({ weekendId: round.id, multiplier: index === 0 ? 1 : multiplier }))
  await json(await admin.put(`/api/admin/seasons/${id}/weekends`, { data }))
  return { id, name, rounds }
}

test(
  'results of two rounds update the season standings of two fans without a reload',
  ANY_SCREEN,
  async ({ page, browser, baseURL }) => {
    const errors = watchErrors(page)
    const admin = await raceControl(baseURL)
    const { name, rounds } = await newSeason(admin, { multiplier: 2 })

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

test('a fan plays a joker, which doubles a round once its result is in', ANY_SCREEN, async ({ page, baseURL }) => {
  const errors = watchErrors(page)
  const admin = await raceControl(baseURL)
  const { id, rounds } = await newSeason(admin, { jokers: 1 })
  const [opener, closer] = rounds
  await becomeFan(page, 'joker')
  await follow(page, opener)
  for (const round of rounds) await tip(page, round, 0)
  await page.goto(`/season?season=${id}`)
  const jokers = page.getByRole('region', { name: 'Joker' })
  await expect(jokers).toContainText('1 of 1 joker left')
  await jokers.getByRole('button', { name: 'Play a joker' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Round').selectOption(String(opener.id))
  await dialog.getByRole('button', { name: 'Play joker' }).click()
  await expectToast(page, 'Joker played')

  // It may move until its round locks.
  await jokers.getByRole('button', { name: `Move the joker from ${opener.name}` }).click()
  await dialog.getByLabel('Round').selectOption(String(closer.id))
  await dialog.getByRole('button', { name: 'Move joker' }).click()
  await expectToast(page, 'Joker moved')
  await expect(jokers).toContainText('0 of 1 joker left')

  await publish(admin, opener.qualifying, opener.cars)
  const own = page.getByRole('list', { name: 'Round by round' }).getByRole('listitem')
  await expect(own.nth(0)).toContainText('50 season points')
  await publish(admin, closer.qualifying, closer.cars)
  await expect(own.nth(1)).toContainText('50 points × 2 (joker)')
  await expect(own.nth(1)).toContainText('100 season points')
  await expect(jokers.getByText('Locked')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Your Season' })).toContainText('150')
  await expectAccessible(page)

  await page.goto('/')
  await expect(page.getByRole('region', { name: 'Season', exact: true })).toContainText('150')
  expect(errors).toEqual([])
})
