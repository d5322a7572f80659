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
/** No promise of the product: on a machine that is busy the first play takes about four of them. */
const MINUTES = 60_000

describe('the main job on the embedded product', () => {
  let product: ProductProcess
  beforeAll(async () => {
    product = await startProductProcess()
  })
  afterAll(() => product.dispose())

  test(
    'a recorded weekend ends with every total and position as the replies say, though it is killed with -9 while results are scored',
    async () => {
      let crashes = 0
      const report = await playRaceDay({
        url: product.url,
        recording: await readRecording(shippedRecording),
        admin: ADMINISTRATOR,
        fans: 30,
        speed: SPEED,
        // Three starts of the product fall into it, on a machine that may be busy.
        timeout: 2 * MINUTES,
        waitForMs: 2 * MINUTES,
        // On its first day: laps and reminders, for which it must be there in time, come on the second.
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
      // The slower the machine, the fewer are certain: laps that are looked at take their time.
      expect(Math.min(must, mustNot)).toBeGreaterThan(3)
      expect(report.timing).toMatchObject({ races: 2, laps: 40 })
      expect(Math.min(report.timing?.boards ?? 0, report.timing?.frames ?? 0)).toBeGreaterThan(40)
      expect(product.output()).not.toMatch(/"level":(50|60)/)
    },
    25 * MINUTES,
  )

  test(
    'so does one that nobody disturbs, with a driver swap, a fourth race, a cancelled and a postponed session, a renamed category and a plate used again',
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
