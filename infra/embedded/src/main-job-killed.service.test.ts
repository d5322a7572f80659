import { playRaceDay, readRecording, shippedRecording } from '@purple-sector/race-day'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ADMINISTRATOR, type ProductProcess, startProductProcess } from './testing/product-process.ts'

const SPEED = 3000
const MINUTES = 60_000

let product: ProductProcess
beforeAll(async () => {
  product = await startProductProcess()
})
afterAll(() => product.dispose())

test(
  'killed with -9 while results are scored and started again, it loses and doubles nothing',
  async () => {
    let crashes = 0
    // Reminders come due in the play of main-job.service.test.ts: this one is not held up for them.
    const recording = { ...(await readRecording(shippedRecording)), pauses: [] }
    const report = await playRaceDay({
      url: product.url,
      recording,
      admin: ADMINISTRATOR,
      fans: 30,
      speed: SPEED,
      timing: 'off',
      // Three starts of the product fall into it, on a machine that may be busy.
      patience: 2 * MINUTES,
      async onStep(step) {
        if (!step.startsWith('published ') || crashes >= 3) return
        crashes += 1
        await product.crash()
        await product.start()
      },
    })
    expect(crashes).toBe(3)
    expect(report.differences).toEqual([])
  },
  25 * MINUTES,
)
