import type { Browser } from '@playwright/test'
import { absolute, atMost, type Figure } from '../figures/figure.ts'
import { spreadOf } from '../figures/spread.ts'
import { boardOf, chatOf, type LongList, PHASES, type Tasks } from '../web/long-lists.ts'
import { ORIGIN, serveApp, startBrowser, type Task, tasksDuring } from '../web/main-thread.ts'
import type { Row } from './row.ts'

/** Minimum duration of what browsers call a long task. */
const LONG_MS = 50

const SCREENS = [
  { name: 'desktop', viewport: { width: 1440, height: 900 } },
  { name: 'phone', viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true, deviceScaleFactor: 2 },
]
type Screen = (typeof SCREENS)[number]

const longest = (tasks: readonly Task[], by: keyof Task): number => Math.max(0, ...tasks.map((task) => task[by]))

const measure = async (browser: Browser, { name: _, ...options }: Screen, list: LongList): Promise<Tasks> => {
  const context = await browser.newContext({ ...options, baseURL: ORIGIN })
  try {
    const page = await context.newPage()
    await serveApp(page)
    return await list.play(page, (act) => tasksDuring(browser, page, act))
  } finally {
    await context.close()
  }
}

const figureOf = (what: string, rounds: readonly (readonly Task[])[]): Figure => {
  const wallMs = rounds.map((tasks) => longest(tasks, 'wall'))
  const longTasks = rounds.flat().filter(({ cpu }) => cpu > LONG_MS).length
  const figure = absolute(
    {
      row: 'W2',
      what: `web: longest task of the main thread while ${what}`,
      against: '–',
      unit: 'ms of its core',
      notes: [
        `${longTasks} tasks over ${LONG_MS} ms in ${rounds.length} rounds`,
        `longest by the clock, with whatever else the machine did: ${Math.max(...wallMs).toFixed(0)} ms`,
      ],
    },
    atMost(LONG_MS, 'ms'),
    spreadOf(rounds.map((tasks) => longest(tasks, 'cpu'))),
  )
  // Checks every round, not only the median one.
  return { ...figure, isMet: longTasks === 0 }
}

/** Long lists in a browser: main thread time of scrolling and updates. */
export const w2: Row = {
  id: 'W2',
  name: 'a board of 100,000, 500 avatars and a chat of 5,000 in the browser',
  async run({ rounds, quick, logProgress }) {
    const racers = quick ? 5_000 : 100_000
    const lists = [boardOf(racers, `board of ${racers}`), boardOf(500, 'board of 500 avatars'), chatOf(5_000)]
    const browser = await startBrowser()
    try {
      const figures: Figure[] = []
      for (const list of lists)
        for (const screen of SCREENS) {
          const roundTasks: Tasks[] = []
          for (let round = 0; round < rounds; round++) {
            const tasks = await measure(browser, screen, list)
            roundTasks.push(tasks)
            for (const phase of PHASES) {
              const [cpu, wall] = [longest(tasks[phase], 'cpu'), longest(tasks[phase], 'wall')]
              const what = `${list.name}, ${screen.name}, ${phase}`
              logProgress(`${what}: longest task ${cpu.toFixed(1)} ms of its core, ${wall.toFixed(1)} by the clock`)
            }
          }
          for (const phase of PHASES)
            figures.push(
              figureOf(
                `${phase}, ${list.name}, ${screen.name}`,
                roundTasks.map((tasks) => tasks[phase]),
              ),
            )
        }
      return figures
    } finally {
      await browser.close()
    }
  },
}
