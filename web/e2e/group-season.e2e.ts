import { expect, type Page } from '@playwright/test'
import { test } from './e2e-test.ts'
import { becomeFan, json, raceControl, stamp } from './people.ts'
import { expectAccessible, watchErrors } from './quality.ts'
import { follow, newWeekend, publish, SUPERCARS } from './weekends.ts'

const dialogOf = (page: Page, name: string) => page.getByRole('dialog', { name })

test('a member reads their own season in a group, and whether they can still win it', async ({ page, baseURL }) => {
  const errors = watchErrors(page)
  const admin = await raceControl(baseURL)
  const rounds = [await newWeekend(admin, `First ${stamp()}`), await newWeekend(admin, `Second ${stamp()}`)] as const
  const name = `Group Season ${stamp()}`
  const { id } = await json<{ id: number }>(await admin.post('/api/admin/seasons', { data: { name, year: 2026 } }))
  const data = rounds.map((round, index) => ({ weekendId: round.id, multiplier: index + 1 }))
  await json(await admin.put(`/api/admin/seasons/${id}/weekends`, { data }))

  await becomeFan(page, 'seasoned')
  await follow(page, rounds[0])
  const { request } = page.context()
  const group = await json<{ id: number; name: string }>(
    await request.post('/api/groups', {
      data: { name: `Pit Wall ${stamp()}`, weekendId: rounds[0].id, allSeason: true },
    }),
  )
  const tip = { weekendId: rounds[0].id, category: SUPERCARS, carId: rounds[0].cars[0]?.id }
  await json(await request.post('/api/tips', { data: { ...tip, tipSource: 'group', groupId: group.id } }))
  await page.goto('/groups')
  await page
    .getByRole('article', { name: group.name })
    .getByRole('button', { name: /Leaderboard/ })
    .click()
  const dialog = dialogOf(page, group.name)
  await dialog.getByText('Season', { exact: true }).click()
  await dialog.getByRole('tab', { name: 'My Season' }).click()
  await expect(dialog.getByText('You can still win')).toBeVisible()

  // 50 points come without a reload.
  await publish(admin, rounds[0].qualifying, [rounds[0].cars[0], rounds[0].cars[1]])
  const own = dialog.getByRole('list', { name: 'Round by round' })
  await expect(own.getByText('50 points, 1st')).toBeVisible()
  await expect(own.getByText(rounds[1].name)).toBeVisible()
  await expect(dialog.getByText(/You can reach \d+ points/)).toBeVisible()
  await expectAccessible(page)
  expect(errors).toEqual([])
})
