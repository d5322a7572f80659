import { expect, type Page } from '@playwright/test'
import type { Group } from '@purple-sector/contracts/groups/http'
import { test } from './e2e-test.ts'
import { becomeFan, json, raceControl, stamp } from './people.ts'
import { expectAccessible, expectOneScreenWide, watchErrors } from './quality.ts'
import { WITH_MOTION } from './screens.ts'
import { follow, newWeekend, SUPERCARS } from './weekends.ts'

test.use(WITH_MOTION)

/** Checks that the title, which may take several lines, never runs under the elements beside it. */
const expectTitleWithinHead = async (page: Page): Promise<void> => {
  const title = page.getByRole('dialog').getByRole('heading', { level: 2 }).first()
  expect(await title.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0)
}

test('Back closes an open dialog, and only then leaves the page', async ({ page, context, baseURL }) => {
  const weekend = await newWeekend(await raceControl(baseURL), `Back ${stamp()}`)
  await becomeFan(page, 'founder')
  await follow(page, weekend)
  const name = `Back ${stamp()}`
  await json<Group>(
    await context.request.post('/api/groups', { data: { name, description: 'Back', weekendId: weekend.id } }),
  )
  await page.goto('/my-tips')
  await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Group Tipping' }).click()
  const dialog = page.getByRole('dialog')
  const open = async () => {
    await page
      .getByRole('article', { name })
      .getByRole('button', { name: /^Leaderboard/ })
      .click()
    await expect(dialog).toBeVisible()
    await expect.poll(() => page.evaluate(() => window.history.state.dialogs)).toBe(1)
  }
  await open()
  await page.goBack()
  await expect(dialog).toHaveCount(0)
  await expect(page).toHaveURL(/\/groups$/)

  // Forward opens nothing.
  await page.evaluate(() => window.history.forward())
  await expect.poll(() => page.evaluate(() => window.history.state.dialogs)).toBeUndefined()
  await expect(dialog).toHaveCount(0)

  // Closed by its button, and by a reload, it leaves no history entry.
  await open()
  await dialog.getByRole('button', { name: 'Close' }).click()
  await expect(dialog).toHaveCount(0)
  await open()
  await page.reload()
  await expect(page.getByRole('article', { name })).toBeVisible()
  await expect.poll(() => page.evaluate(() => window.history.state?.dialogs)).toBeUndefined()
  await page.goBack()
  await expect(page).toHaveURL(/\/my-tips$/)
})

test('every dialog of a group passes axe, fits the longest name, and returns the focus', async ({
  page,
  context,
  baseURL,
}) => {
  const weekend = await newWeekend(await raceControl(baseURL), `Dialogs ${stamp()}`)
  await becomeFan(page, 'founder')
  await follow(page, weekend)
  // A name of maximum length without any place to break.
  const name = `W${stamp()}`.padEnd(50, 'W')
  const data = { name, description: 'ß'.repeat(200), weekendId: weekend.id, selectedRaceIds: [weekend.race] }
  await json<Group>(await context.request.post('/api/groups', { data }))
  const errors = watchErrors(page)
  await page.goto('/groups')
  const card = page.getByRole('article', { name })
  const dialog = page.getByRole('dialog')

  const checkDialog = async () => {
    await expectTitleWithinHead(page)
    await expectOneScreenWide(page)
    await expectAccessible(page)
  }
  /** Opens the dialog by keyboard. */
  const press = async (button: string, entry?: string) => {
    const opener = card.getByRole('button', { name: new RegExp(`^${button}`) })
    await opener.press('Enter')
    if (entry) {
      // The menu takes the focus a moment after it opens: an earlier key press would go to the menu instead of its item.
      await expect(page.locator('[role="menu"]:focus-within')).toBeVisible()
      await page.getByRole('menuitem', { name: entry }).press('Enter')
    }
    await expect(dialog).toBeVisible()
    return async ({ asksFirst = false } = {}) => {
      await page.keyboard.press('Escape')
      if (asksFirst) await dialog.getByRole('button', { name: 'Discard' }).click()
      await expect(dialog).toHaveCount(0)
      await expect(opener).toBeFocused()
    }
  }

  await test.step('Invite User to Group', async () => {
    const leave = await press('Invite Users')
    await dialog.getByLabel('Invite by email').fill('mae@pit')
    await dialog.getByRole('button', { name: 'Send invitation' }).click()
    await expect(dialog.getByText('Please enter a valid email address')).toBeVisible()
    await checkDialog()
    await leave()
  })

  await test.step('Share Group Invitation', async () => {
    const leave = await press('Share Group')
    await expect(dialog.getByText('Ready')).toBeVisible()
    await checkDialog()
    await leave()
  })

  await test.step('Make Tips', async () => {
    const leave = await press('Tipping')
    await expect(dialog.getByRole('article', { name: SUPERCARS })).toBeVisible()
    await checkDialog()
    await leave()
  })

  await test.step('Leaderboard', async () => {
    const leave = await press('Leaderboard')
    for (const tab of ['Overall', 'By Category', 'Race Progress']) {
      await dialog.getByRole('tab', { name: tab }).click()
      await expect(dialog.getByRole('tabpanel', { name: tab })).toBeVisible()
      await checkDialog()
    }
    await leave()
  })

  await test.step('Edit Group', async () => {
    const leave = await press('Settings', 'Edit Group')
    await dialog.getByText('Custom points', { exact: true }).click()
    await expect(dialog.getByText(/Changes apply to sessions that are still open/)).toBeVisible()
    await checkDialog()
    await leave({ asksFirst: true })
  })

  await test.step('Approve Group Members', async () => {
    const leave = await press('Settings', 'Approve Members')
    await expect(dialog.getByText('Group Creator')).toBeVisible()
    await checkDialog()
    await leave()
  })

  await test.step('Delete Group', async () => {
    const leave = await press('Settings', 'Delete Group')
    await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused()
    await checkDialog()
    await leave()
  })
  expect(errors).toEqual([])
})
