import { expect, type Page } from '@playwright/test'
import { manyRacers, mockBoard, type Racer } from '../../../../web/e2e/mocked-board.ts'
import { manyMessages, mockChat } from '../../../../web/e2e/mocked-chat.ts'
import type { Task } from './main-thread.ts'

const ROWS = 'tr[aria-rowindex="2"]'
/** As a storm in a full room comes: 30 messages a second, in frames of a tick. */
const STORM = { frames: 25, messages: 3, tickMs: 100 }

export const PHASES = ['scrolling', 'updating'] as const
export type Tasks = Record<(typeof PHASES)[number], Task[]>
/** What the main thread did while something was done. */
type During = (act: () => Promise<void>) => Promise<Task[]>
/** A list that is scrolled and changes: a page of the app, on a product that exists only for it. */
export type LongList = { name: string; play(page: Page, during: During): Promise<Tasks> }

/** A result that moves many: every seventh of the board scores, so that places change on every screen of it. */
const scored = (racers: readonly Racer[], round: number): Racer[] =>
  racers.map((racer, index) => ((index + round) % 7 === 0 ? { ...racer, points: racer.points + 50 } : racer))

/** A board, everybody with an avatar: hardly two alike. */
export const boardOf = (count: number, name: string): LongList => ({
  name,
  async play(page, during) {
    const racers = manyRacers(count, Math.ceil(count / 23))
    const board = await mockBoard(page, racers)
    await page.goto('/leaderboard')
    await expect(page.locator(ROWS)).toBeVisible()
    const all = page.getByRole('button', { name: /^Show all/ })
    if (await all.isVisible()) await all.click()
    // Rows have slid in, neighbours are fetched.
    await page.waitForTimeout(2_500)

    const scrolling = await during(async () => {
      await page.mouse.move(300, 600)
      for (let step = 0; step < 40; step++) await page.mouse.wheel(0, 240)
      for (let step = 0; step < 40; step++) await page.mouse.wheel(0, 1_800)
      // The scroll bar drawn through the whole board.
      await page.evaluate(`(async () => {
        const height = document.documentElement.scrollHeight
        for (let step = 1; step <= 20; step++) {
          window.scrollTo(0, (height * ((step * 7) % 20)) / 20)
          await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
        }
      })()`)
      await page.waitForTimeout(800)
    })
    await page.evaluate('window.scrollTo(0, 0)')
    await expect(page.locator(ROWS)).toBeVisible()
    const updating: Task[] = []
    let now = racers
    for (const round of [1, 2, 3]) {
      // In the middle of the board, too: there the rows are asked again.
      if (round === 3) await page.evaluate('window.scrollTo(0, document.documentElement.scrollHeight / 2)')
      await page.waitForTimeout(1_000)
      now = scored(now, round)
      const tasks = await during(async () => {
        board.publish(now)
        await page.waitForTimeout(2_500)
      })
      updating.push(...tasks)
    }
    return { scrolling, updating }
  },
})

/** A room in which so much was written, read back to its first message, and then talked on in. */
export const chatOf = (count: number): LongList => ({
  name: `chat of ${count}`,
  async play(page, during) {
    const written = manyMessages(count)
    const chat = await mockChat(page, { messages: [...written] })
    await page.goto('/race-chat')
    const list = page.getByRole('region', { name: 'Messages' })
    await expect(list.getByText(`Message ${count}.`)).toBeVisible()
    await page.waitForTimeout(2_500)

    const scrolling = await during(async () => {
      await list.hover()
      for (let step = 0; step < 40; step++) await page.mouse.wheel(0, -240)
      // Each page of older messages is asked for on the way.
      for (let pages = 0; pages < count / 25 && !(await list.getByText('Message 1.').isVisible()); pages++) {
        await page.mouse.wheel(0, -1_800)
        await page.waitForTimeout(30)
      }
      await expect(list.getByText('Message 1.')).toBeVisible()
      for (let step = 0; step < 40; step++) await page.mouse.wheel(0, 1_800)
      await page.waitForTimeout(800)
    })
    let id = count
    const storm = () =>
      during(async () => {
        for (let frame = 0; frame < STORM.frames; frame++) {
          const more = manyMessages(id + STORM.messages).slice(id)
          id += STORM.messages
          chat.write(...more)
          await page.waitForTimeout(STORM.tickMs)
        }
      })
    // Far back, where nothing may move, and at the end, where everything does.
    const updating = await storm()
    await page.getByRole('button', { name: /new message/ }).click()
    await expect(list.getByText(`Message ${id}.`)).toBeVisible()
    updating.push(...(await storm()))
    await expect(list.getByText(`Message ${id}.`)).toBeVisible()
    return { scrolling, updating }
  },
})
