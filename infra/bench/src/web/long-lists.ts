import { expect, type Page } from '@playwright/test'
import { manyRacers, mockBoard, type Racer } from '../../../../web/e2e/mocked-board.ts'
import { manyMessages, mockChat } from '../../../../web/e2e/mocked-chat.ts'
import type { Task } from './main-thread.ts'

const ROWS = 'tr[aria-rowindex="2"]'
/** A storm of messages in a full room: 30 a second, in one frame per tick. */
const STORM = { frames: 25, messages: 3, tickMs: 100 }

export const PHASES = ['scrolling', 'updating'] as const
export type Tasks = Record<(typeof PHASES)[number], Task[]>
/** Returns the main thread's tasks while `act` runs. */
type TraceTasks = (act: () => Promise<void>) => Promise<Task[]>
/** A page of the app with a list that is scrolled and changes, on a mocked product. */
export type LongList = { name: string; play(page: Page, tasksDuring: TraceTasks): Promise<Tasks> }

/** Scores every seventh participant, so that positions change on every screen of the board. */
const scored = (racers: readonly Racer[], round: number): Racer[] =>
  racers.map((racer, index) => ((index + round) % 7 === 0 ? { ...racer, points: racer.points + 50 } : racer))

/** A board whose participants all have avatars, hardly two alike. */
export const boardOf = (count: number, name: string): LongList => ({
  name,
  async play(page, tasksDuring) {
    const racers = manyRacers(count, Math.ceil(count / 23))
    const board = await mockBoard(page, racers)
    await page.goto('/leaderboard')
    await expect(page.locator(ROWS)).toBeVisible()
    const all = page.getByRole('button', { name: /^Show all/ })
    if (await all.isVisible()) await all.click()
    // Row animations have ended, and neighbouring pages are fetched.
    await page.waitForTimeout(2_500)

    const scrolling = await tasksDuring(async () => {
      await page.mouse.move(300, 600)
      for (let step = 0; step < 40; step++) await page.mouse.wheel(0, 240)
      for (let step = 0; step < 40; step++) await page.mouse.wheel(0, 1_800)
      // Drags the scroll bar through the whole board.
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
    let currentRacers = racers
    for (const round of [1, 2, 3]) {
      // Also in the middle of the board, where the rows are fetched again.
      if (round === 3) await page.evaluate('window.scrollTo(0, document.documentElement.scrollHeight / 2)')
      await page.waitForTimeout(1_000)
      currentRacers = scored(currentRacers, round)
      const tasks = await tasksDuring(async () => {
        board.publish(currentRacers)
        await page.waitForTimeout(2_500)
      })
      updating.push(...tasks)
    }
    return { scrolling, updating }
  },
})

/** A room with this many messages: scrolled back to the first one, then receiving new ones. */
export const chatOf = (count: number): LongList => ({
  name: `chat of ${count}`,
  async play(page, tasksDuring) {
    const initialMessages = manyMessages(count)
    const chat = await mockChat(page, { messages: [...initialMessages] })
    await page.goto('/race-chat')
    const list = page.getByRole('region', { name: 'Messages' })
    await expect(list.getByText(`Message ${count}.`)).toBeVisible()
    await page.waitForTimeout(2_500)

    const scrolling = await tasksDuring(async () => {
      await list.hover()
      for (let step = 0; step < 40; step++) await page.mouse.wheel(0, -240)
      // Each page of older messages is fetched on the way.
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
      tasksDuring(async () => {
        for (let frame = 0; frame < STORM.frames; frame++) {
          const newMessages = manyMessages(id + STORM.messages).slice(id)
          id += STORM.messages
          chat.write(...newMessages)
          await page.waitForTimeout(STORM.tickMs)
        }
      })
    // Far back, where nothing may move, and at the end, where everything moves.
    const updating = await storm()
    await page.getByRole('button', { name: /new message/ }).click()
    await expect(list.getByText(`Message ${id}.`)).toBeVisible()
    updating.push(...(await storm()))
    await expect(list.getByText(`Message ${id}.`)).toBeVisible()
    return { scrolling, updating }
  },
})
