import { expect, type Locator } from '@playwright/test'
import { test, toastOf } from './e2e-test.ts'
import { becomeFan, json, raceControl, stamp } from './people.ts'
import { expectAccessible, expectOneScreenWide } from './quality.ts'
import { follow, newWeekend, SUPER2, SUPERCARS } from './weekends.ts'

/** A name of maximum length without any place to break. */
const longName = () => `W${stamp()}`.padEnd(50, 'W')

/** Whether two elements overlap. */
const overlap = async (first: Locator, second: Locator): Promise<boolean> => {
  const [a, b] = [await first.boundingBox(), await second.boundingBox()]
  if (!a || !b) throw new Error('One of them is not on the screen')
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height
}

test('groups with the longest names and the group form stay within the screen', async ({ page, context, baseURL }) => {
  const weekend = await newWeekend(await raceControl(baseURL), `Long Straight ${stamp()}`)
  await becomeFan(page, 'founder')
  await follow(page, weekend)
  for (const _ of Array(11)) {
    const data = { name: longName(), description: 'W'.repeat(200), weekendId: weekend.id, isPrivate: true }
    await json(await context.request.post('/api/groups', { data }))
  }
  const inLines = {
    name: longName(),
    description: 'Row 14.\nBring sunscreen.\n\nAnd an opinion.',
    weekendId: weekend.id,
  }
  await json(await context.request.post('/api/groups', { data: inLines }))

  await page.goto('/groups')
  await expect(page.getByRole('article')).toHaveCount(12)
  const description = page.getByText('Bring sunscreen.')
  expect(await description.innerText()).toBe(inLines.description)
  await expectOneScreenWide(page)
  await expectAccessible(page)

  await page.getByRole('button', { name: 'Create Group' }).click()
  const form = page.getByRole('dialog', { name: 'Create New Group' })
  await form.getByRole('button', { name: 'Create Group' }).click()
  await expect(form.getByText('Group name is required')).toBeVisible()
  const name = longName()
  await form.getByLabel('Group name').fill(name)
  await form.getByRole('button', { name: `Select all of ${SUPERCARS}` }).click()
  await form.getByRole('button', { name: `Select all of ${SUPER2}` }).click()
  await form.getByText('Custom points', { exact: true }).click()
  await form.getByRole('button', { name: /^Endurance/ }).click()
  await expect(form.getByLabel(`${SUPERCARS}, 1st`)).toHaveValue('300')
  await expect(form.getByRole('heading', { name: 'Create New Group' })).toBeInViewport()
  await expectOneScreenWide(page)
  await expectAccessible(page)
})

test('a group form keeps its input after a click outside and without a network', async ({ page, context, baseURL }) => {
  const weekend = await newWeekend(await raceControl(baseURL), `Short Straight ${stamp()}`)
  await becomeFan(page, 'founder')
  await follow(page, weekend)
  await page.goto('/groups')
  await page.getByRole('button', { name: 'Create Group' }).first().click()
  const form = page.getByRole('dialog', { name: 'Create New Group' })
  const name = `Pit Lane ${stamp()}`
  await form.getByLabel('Group name').fill(name)
  await page.mouse.click(8, 8)
  await expect(form.getByLabel('Group name')).toHaveValue(name)
  // Escape and Back ask before they discard it.
  for (const leave of [() => page.keyboard.press('Escape'), () => page.evaluate(() => window.history.back())]) {
    await leave()
    await expect(form.getByRole('alert')).toHaveText('Discard what you entered?')
    await form.getByRole('button', { name: 'Keep editing' }).click()
    await expect(form.getByLabel('Group name')).toHaveValue(name)
  }

  await context.setOffline(true)
  await form.getByRole('button', { name: 'Create Group' }).click()
  // The toast about it covers no button.
  const toast = toastOf(page)
  await expect(toast).toContainText('We can’t reach the server. Nothing was changed.')
  const send = form.getByRole('button', { name: 'Create Group' })
  // It slides in from below.
  await expect.poll(() => overlap(toast, send)).toBe(false)
  await context.setOffline(false)
  await send.click()
  await expect(page.getByRole('article', { name })).toBeVisible()
})
