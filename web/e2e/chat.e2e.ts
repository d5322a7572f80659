import { expect, type Page } from '@playwright/test'
import { messageFrom } from '@purple-sector/testing/replies'
import { test } from './e2e-test.ts'
import { manyMessages, mockChat } from './mocked-chat.ts'
import { expectAccessible, expectOneScreenWide, watchErrors } from './quality.ts'
import { ANY_SCREEN, ON_A_PHONE } from './screens.ts'

const messages = (page: Page) => page.getByRole('region', { name: 'Messages' })
const field = (page: Page) => page.getByRole('textbox', { name: /^Type (a|your) message/ })
const toEnd = (page: Page) =>
  messages(page).evaluate(({ scrollHeight, scrollTop, clientHeight }) => scrollHeight - scrollTop - clientHeight)

/** The first message below the middle of the list, and its position. */
const firstVisible = (page: Page) =>
  messages(page).evaluate((list) => {
    const { top, height } = list.getBoundingClientRect()
    const texts = [...list.querySelectorAll('li p')].map((paragraph) => ({
      text: paragraph.textContent ?? '',
      y: paragraph.getBoundingClientRect().y,
    }))
    return texts.find(({ y }) => y > top + height / 2)
  })

test('a reader of older messages keeps their place and is notified of new ones', async ({ page }) => {
  const errors = watchErrors(page)
  const chat = await mockChat(page, { messages: manyMessages(640) })
  await page.goto('/race-chat')
  await expect(messages(page).getByRole('listitem').last()).toBeVisible()
  await expect.poll(() => toEnd(page)).toBeLessThan(2)
  await expect(page.getByText('640 messages').first()).toBeVisible()

  // Scrolls up page by page: the visible messages stay in place as older ones load above.
  await messages(page).hover()
  await expect(async () => {
    await messages(page).evaluate((list) => list.scrollTo({ top: 0 }))
    expect(chat.requestedQueries.filter((query) => query.includes('before=')).length).toBeGreaterThanOrEqual(2)
  }).toPass({ timeout: 60_000 })
  await messages(page).evaluate((list) => list.scrollTo({ top: list.scrollHeight / 2 }))
  await expect(messages(page).getByText('Loading messages...')).toHaveCount(0)
  // Rows that are rendered for the first time have been measured.
  let looked = await firstVisible(page)
  await expect(async () => {
    const before = looked
    looked = await firstVisible(page)
    expect(looked).toEqual(before)
    expect(looked?.text).toBeTruthy()
  }).toPass({ timeout: 60_000 })
  // By its text: older messages change its index.
  const placed = messages(page).getByText(looked?.text ?? '', { exact: true })
  chat.write(messageFrom(641, 'mountain_mae', 'One'), messageFrom(642, 'mountain_mae', 'Two'))
  const pill = page.getByRole('button', { name: '2 new messages' })
  await expect(pill).toBeVisible()
  await expect.poll(async () => Math.abs(((await placed.boundingBox())?.y ?? 0) - (looked?.y ?? 0))).toBeLessThan(4)
  await pill.click()
  await expect(messages(page).getByText('Two', { exact: true })).toBeVisible()
  await expect.poll(() => toEnd(page)).toBeLessThan(2)
  await expect(pill).toHaveCount(0)

  // At its end the list follows new messages.
  for (let id = 643; id < 660; id++) chat.write(messageFrom(id, 'apexhunter', `Lap ${id}`))
  await expect(messages(page).getByText('Lap 659', { exact: true })).toBeVisible()
  await expect.poll(() => toEnd(page)).toBeLessThan(2)

  await expectAccessible(page)
  await expectOneScreenWide(page)
  expect(errors).toEqual([])
})

// A desktop has a card of 600 px.
test('the message list fills the screen of a phone, also above its keyboard', ON_A_PHONE, async ({ page }) => {
  await mockChat(page, { messages: manyMessages(40) })
  await page.goto('/race-chat')
  const bar = page.getByRole('navigation', { name: 'Pages' }).and(page.locator(':visible'))
  const bottomOf = async (locator: ReturnType<typeof field>) => {
    const box = await locator.boundingBox()
    return box ? box.y + box.height : 0
  }
  await expect(messages(page).getByRole('listitem').last()).toBeVisible()
  await expect.poll(async () => Math.round(await bottomOf(bar))).toBe(844)
  await expect.poll(async () => (await bar.boundingBox())?.y).toBeGreaterThan(await bottomOf(field(page)))
  await field(page).focus()
  await page.setViewportSize({ width: 390, height: 500 })
  await expect(bar).toHaveCount(0)
  await expect.poll(() => bottomOf(field(page))).toBeLessThanOrEqual(500)
  await expect.poll(() => bottomOf(field(page))).toBeGreaterThan(470)
  await expect.poll(() => toEnd(page)).toBeLessThan(2)
  await expectOneScreenWide(page)
})

test('a navigation count whose script fails to load leaves the app working', ANY_SCREEN, async ({ page }) => {
  await mockChat(page, { messages: manyMessages(40) })
  const failed = page.waitForEvent('requestfailed', (request) => request.url().includes('/unread-count'))
  await page.route('**/unread-count*', (route) => route.abort())
  await page.goto('/race-chat')
  await failed
  await expect(messages(page).getByRole('listitem').last()).toBeVisible()
  await expect(field(page)).toBeVisible()
})
