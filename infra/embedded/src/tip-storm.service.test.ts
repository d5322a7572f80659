import { playTipStorm } from '@purple-sector/testing/tip-storm/tip-storm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ADMINISTRATOR, type ProductProcess, startProductProcess } from './testing/product-process.ts'

/** What a tip may take even beyond saturation (H4): below it a latency says more of the machine than of the storm. */
const FLOOR_MS = 500

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
    expect(figures.refused / figures.sent).toBeLessThan(0.01)
    expect(figures.stormP99).toBeLessThan(Math.max(3 * figures.quietP99, FLOOR_MS))
  },
  300_000,
)
