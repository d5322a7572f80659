import {
  differencesInWords,
  playRaceDay,
  rareRecording,
  readRecording,
  shippedRecording,
} from '@purple-sector/race-day'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startProductProcess } from '../test/prepared-product.ts'
import { ADMINISTRATOR, type ProductProcess } from '../test/product-process.ts'

const SPEED = 3000
/** A test timeout, not a product limit: on a busy machine the first play takes about four minutes. */
const MINUTES = 60_000

describe('playing recorded weekends on the embedded product', () => {
  let product: ProductProcess
  beforeAll(async () => {
    product = await startProductProcess()
  })
  afterAll(() => product.dispose())

  test(
    'finds every total and position right although the product is killed with -9 while results are scored',
    async () => {
      let crashes = 0
      const report = await playRaceDay({
        url: product.url,
        recording: await readRecording(shippedRecording),
        admin: ADMINISTRATOR,
        fans: 30,
        speed: SPEED,
        // Includes three starts of the product, on a machine that may be busy.
        timeout: 2 * MINUTES,
        waitForMs: 2 * MINUTES,
        // On the first day: laps and reminders, for which the product must be up in time, follow on the second.
        async onStep(step) {
          if (!step.startsWith('published ') || crashes >= 3) return
          crashes += 1
          await product.crash()
          await product.start()
        },
      })
      expect(crashes).toBe(3)
      expect(differencesInWords(report.differences)).toBe('')
      expect(report.tips.accepted).toBeGreaterThan(30)
      expect(Math.min(report.crowd?.votes ?? 0, report.crowd?.reactions ?? 0)).toBeGreaterThan(5)
      const { must = 0, mustNot = 0 } = report.reminders ?? {}
      // Fewer reminders are certain on a slower machine, because checking laps takes time.
      expect(Math.min(must, mustNot)).toBeGreaterThan(3)
      expect(report.timing).toMatchObject({ races: 2, laps: 40 })
      expect(Math.min(report.timing?.boards ?? 0, report.timing?.frames ?? 0)).toBeGreaterThan(40)
      expect(product.output()).not.toMatch(/"level":(50|60)/)
    },
    25 * MINUTES,
  )

  test(
    'finds no difference in a weekend with a driver swap, a fourth race, a cancelled and a postponed session, a renamed category and a reused plate',
    async () => {
      const report = await playRaceDay({
        url: product.url,
        recording: await readRecording(rareRecording),
        admin: ADMINISTRATOR,
        fans: 15,
        speed: SPEED,
      })
      expect(differencesInWords(report.differences)).toBe('')
      expect(report.results).toMatchObject({ edits: 1, lateEntries: 1, renames: 1, statuses: 1, withdrawals: 1 })
    },
    12 * MINUTES,
  )
})
