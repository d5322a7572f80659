import { readFile } from 'node:fs/promises'
import { expect, type Page } from '@playwright/test'
import { expectToast, test, toastOf } from './e2e-test.ts'
import { becomeRaceControl, json, raceControl, signIn, stamp } from './people.ts'
import { expectAccessible, expectOneScreenWide, watchErrors } from './quality.ts'
import { ANY_SCREEN } from './screens.ts'
import { openTab } from './tabs.ts'
import { follow, newWeekend } from './weekends.ts'

const fine = async (page: Page): Promise<void> => {
  await expectAccessible(page)
  await expectOneScreenWide(page)
}

test(
  'race control moderates the chat, pauses live timing, edits the drivers of a weekend and prints its report',
  ANY_SCREEN,
  async ({ page, baseURL }) => {
    const errors = watchErrors(page)
    const weekend = await newWeekend(await raceControl(baseURL), `Office ${stamp()}`)
    const name = `rowdy_${stamp()}`
    const rowdy = await signIn(baseURL, '/api/auth/register', {
      ...{ email: `${name}@fans.test`, username: name, password: 'eight laps to go' },
    })
    const say = async (message: string) =>
      json(await rowdy.post(`/api/weekends/${weekend.id}/chat`, { data: { message } }))
    // Unique to this test: the list has the messages of all.
    const [rant, more] = [`FREE TIPS of ${name}`, `Write to ${name}`]
    await say(rant)
    await becomeRaceControl(page)
    await follow(page, weekend)

    await page.goto('/admin')
    await expect(page.getByText('LIVE', { exact: true })).toBeVisible()
    await openTab(page, 'Setup', 'Chat Moderation')
    const messages = page.getByRole('list', { name: 'Messages' })
    await expect(messages.getByText(rant)).toBeVisible()
    await say(more)
    await page.getByRole('button', { name: /new messages?$/ }).click()
    await expect(messages.getByText(more)).toBeVisible()
    await page.getByLabel('Search messages and names').fill(rant)
    await expect(messages.getByText(more)).toHaveCount(0)
    await page
      .getByRole('button', { name: `Delete message of ${name}` })
      .first()
      .click()
    await page.getByRole('button', { name: 'Spam', exact: true }).click()
    await fine(page)
    await page.getByRole('button', { name: 'Delete message', exact: true }).click()
    await expectToast(page, 'Message deleted successfully')
    await expect(messages.getByText(/^Deleted by .*: Spam\.$/).first()).toBeVisible()

    await page
      .getByRole('button', { name: `More for ${name}` })
      .first()
      .click()
    await page.getByRole('menuitem', { name: `Mute ${name}` }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('For', { exact: true }).selectOption('1 day')
    await dialog.getByRole('button', { name: 'Spam', exact: true }).click()
    await dialog.getByRole('button', { name: 'Mute', exact: true }).click()
    await expectToast(page, `${name} is muted`)
    await expect(dialog).toHaveCount(0)
    expect((await rowdy.post(`/api/weekends/${weekend.id}/chat`, { data: { message: 'Still here' } })).status()).toBe(
      403,
    )
    await page.getByRole('button', { name: `Unmute ${name}` }).click()
    await expectToast(page, `${name} can write again`)
    await page.getByLabel('Slow mode in Race Chat').selectOption('One message every 30 seconds')
    await expectToast(page, 'Slow mode changed')
    const log = page.getByRole('list', { name: 'Audit log' }).getByRole('listitem')
    for (const words of [rant, 'muted until', 'Unmuted', 'One message every 30 seconds'])
      await expect(log.filter({ hasText: words }).first()).toBeVisible()

    await openTab(page, 'Setup', 'Live Timing')
    await expect(page.getByRole('region', { name: 'Sources' })).toContainText('No source is set up')
    // This screen is one of them.
    await expect(page.getByRole('main').locator('dd').first()).not.toHaveText('0')
    await page.getByRole('button', { name: 'Pause' }).click()
    await expect(page.getByRole('heading', { name: 'Paused', exact: true })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Pause' })).toBeDisabled()
    await fine(page)
    await page.getByRole('button', { name: 'Resume' }).click()
    await expect(page.getByRole('heading', { name: 'Active' })).toBeVisible()

    await openTab(page, 'Setup', 'Drivers')
    await expect(page.getByText(`5 drivers of ${weekend.name}.`)).toBeVisible()
    await page.getByRole('button', { name: 'Add Driver' }).click()
    await dialog.getByRole('button', { name: 'Add Driver' }).click()
    // Beside the toast about it.
    await expect(toastOf(page)).toContainText('Please fill in required fields')
    await fine(page)
    await expectToast(page, 'Please fill in required fields')
    await dialog.getByLabel('Driver', { exact: true }).fill('Ada Moss')
    await dialog.getByLabel('Number').fill('31')
    await dialog.getByRole('button', { name: 'Add Driver' }).click()
    await expectToast(page, 'Driver added')
    await expect(dialog).toHaveCount(0)
    await page.getByRole('button', { name: 'Remove Marcus Dray from all races' }).click()
    await expect(dialog).toContainText('1 car (#8) will be withdrawn')
    await dialog.getByRole('button', { name: 'Remove driver' }).click()
    await expectToast(page, 'Driver removed')
    await expect(page.getByRole('list', { name: 'Drivers' }).getByText('Marcus Dray')).toHaveCount(0)
    await expect(dialog).toHaveCount(0)
    await fine(page)

    await openTab(page, 'Setup', 'Users')
    await expect(page.getByText(/coming soon/)).toBeVisible()
    await fine(page)

    await openTab(page, 'Setup', 'PDF Reports')
    await page.getByRole('button', { name: `Generate report: ${weekend.name}` }).click()
    const report = page.getByRole('link', { name: `Download the report of ${weekend.name}` })
    await expect(report).toBeVisible()
    await expectToast(page, 'PDF report generated')
    const [download] = await Promise.all([page.waitForEvent('download'), report.click()])
    expect(download.suggestedFilename()).toMatch(/^office-.*-report\.pdf$/)
    expect((await readFile(await download.path())).subarray(0, 5).toString()).toBe('%PDF-')
    await fine(page)
    expect(errors).toEqual([])
  },
)
