import { type Browser, expect } from '@playwright/test'
import { manyRacers, mockBoard, type Racer } from '../../../web/e2e/mocked-board.ts'
import { absolute, atMost, type Figure } from '../figures/figure.ts'
import { spreadOf } from '../figures/spread.ts'
import { ORIGIN, serveApp, startBrowser, type Task, tasksDuring } from '../web/main-thread.ts'
import type { Row } from './row.ts'

/** What browsers call a long task. */
const LONG_MS = 50
const ROWS = 'tr[aria-rowindex="2"]'

const SCREENS = [
  { name: 'desktop', viewport: { width: 1440, height: 900 } },
  { name: 'phone', viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true, deviceScaleFactor: 2 },
]

/** A result that moves many: every seventh of the board scores, so that places change on every screen of it. */
const scored = (racers: readonly Racer[], round: number): Racer[] =>
  racers.map((racer, index) => ((index + round) % 7 === 0 ? { ...racer, points: racer.points + 50 } : racer))

type Tasks = { scrolling: Task[]; updating: Task[] }

const longest = (tasks: readonly Task[], by: keyof Task): number => Math.max(0, ...tasks.map((task) => task[by]))

const measure = async (browser: Browser, screen: (typeof SCREENS)[number], racers: Racer[]): Promise<Tasks> => {
  const { name: _, ...options } = screen
  const context = await browser.newContext({ ...options, baseURL: ORIGIN })
  try {
    const page = await context.newPage()
    await serveApp(page)
    const board = await mockBoard(page, racers)
    await page.goto('/leaderboard')
    await expect(page.locator(ROWS)).toBeVisible()
    const all = page.getByRole('button', { name: /^Show all/ })
    if (await all.isVisible()) await all.click()
    // Rows have slid in, neighbours are fetched.
    await page.waitForTimeout(2_500)

    const scrolling = await tasksDuring(browser, page, async () => {
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
      updating.push(
        ...(await tasksDuring(browser, page, async () => {
          board.publish(now)
          await page.waitForTimeout(2_500)
        })),
      )
    }
    return { scrolling, updating }
  } finally {
    await context.close()
  }
}

/** The board of 100,000 in a browser: what scrolling and results cost the page's main thread. */
export const w2: Row = {
  id: 'W2',
  name: 'a board of 100,000 in the browser',
  async run({ rounds, quick, tell }) {
    const racers = manyRacers(quick ? 5_000 : 100_000, 4_321)
    const browser = await startBrowser()
    try {
      const figures: Figure[] = []
      for (const screen of SCREENS) {
        const taken: Tasks[] = []
        for (let round = 0; round < rounds; round++) {
          const tasks = await measure(browser, screen, racers)
          taken.push(tasks)
          for (const phase of ['scrolling', 'updating'] as const) {
            const [cpu, wall] = [longest(tasks[phase], 'cpu'), longest(tasks[phase], 'wall')]
            tell(
              `${screen.name}, ${phase}: longest task ${cpu.toFixed(1)} ms of its core, ${wall.toFixed(1)} by the clock`,
            )
          }
        }
        for (const phase of ['scrolling', 'updating'] as const) {
          const walls = taken.map((tasks) => longest(tasks[phase], 'wall'))
          const over = taken.flatMap((tasks) => tasks[phase]).filter(({ cpu }) => cpu > LONG_MS).length
          const figure = absolute(
            {
              row: 'W2',
              what: `web: longest task of the main thread while ${phase}, board of ${racers.length}, ${screen.name}`,
              against: '–',
              unit: 'ms of its core',
              notes: [
                `${over} tasks over ${LONG_MS} ms in ${rounds} rounds`,
                `longest by the clock, with whatever else the machine did: ${Math.max(...walls).toFixed(0)} ms`,
              ],
            },
            atMost(LONG_MS, 'ms'),
            spreadOf(taken.map((tasks) => longest(tasks[phase], 'cpu'))),
          )
          // No round has one, not only the middle one.
          figures.push({ ...figure, isMet: over === 0 })
        }
      }
      return figures
    } finally {
      await browser.close()
    }
  },
}
