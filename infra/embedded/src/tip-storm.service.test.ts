import { expectFairStorm } from '@purple-sector/testing/tip-storm/expect-fair-storm'
import { playTipStorm } from '@purple-sector/testing/tip-storm/tip-storm'
import { afterAll, beforeAll, test } from 'vitest'
import { startProductProcess } from '../test/prepared-product.ts'
import { ADMINISTRATOR, type ProductProcess } from '../test/product-process.ts'

/** Latencies below this depend on the machine more than on the storm. */
const FLOOR_MS = 300

let product: ProductProcess
beforeAll(async () => {
  // The per-minute limit would reject the tips of one account.
  product = await startProductProcess({ LIMIT_WRITES: '1000000' })
}, 180_000)
afterAll(() => product?.dispose())

test.each([1, 3])(
  '280 concurrent tips of %i accounts do not delay ten other accounts',
  async (hostile) => {
    const measurements = await playTipStorm({ gateways: [product.url], admin: ADMINISTRATOR, hostile })
    expectFairStorm(measurements, FLOOR_MS)
  },
  300_000,
)
