import { playTipStorm } from '@purple-sector/testing/tip-storm/tip-storm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ADMINISTRATOR, type ProductProcess, startProductProcess } from '../test/product-process.ts'

/** Below it a latency says more of the machine than of the storm. */
const FLOOR_MS = 300

let product: ProductProcess
beforeAll(async () => {
  // Without the limit a minute, after which a storm of one account would be refused at once.
  product = await startProductProcess({ LIMIT_WRITES: '1000000' })
}, 180_000)
afterAll(() => product?.dispose())

test.each([1, 3])(
  '280 concurrent tips of %i accounts take no place from ten others who tip',
  async (hostile) => {
    const figures = await playTipStorm({ gateways: [product.url], admin: ADMINISTRATOR, hostile })
    const stormed = (status: number) => figures.storm[status] ?? 0
    // It was a storm, of which some was taken and most refused.
    expect(stormed(200) + stormed(201)).toBeGreaterThan(0)
    expect(stormed(429)).toBeGreaterThan(280)
    expect(figures.refused / figures.sent).toBeLessThan(0.01)
    expect(figures.stormP99).toBeLessThan(Math.max(3 * figures.quietP99, FLOOR_MS))
  },
  300_000,
)
