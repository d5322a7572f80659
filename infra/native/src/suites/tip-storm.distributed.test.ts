import { expectFairStorm } from '@purple-sector/testing/tip-storm/expect-fair-storm'
import { playTipStorm } from '@purple-sector/testing/tip-storm/tip-storm'
import { afterAll, beforeAll, test } from 'vitest'
import { createTestProduct, type TestProduct } from '../../test/create-test-product.ts'

/**
 * Latency limit of a tip even beyond saturation (H4).
 * Lower latencies depend on the machine more than on the storm.
 */
const FLOOR_MS = 500

let testProduct: TestProduct
beforeAll(async () => {
  testProduct = await createTestProduct('tip-storm', {
    replicas: { gateway: 2 },
    // The per-minute limit would reject the tips of one account at once.
    settings: { LIMIT_WRITES: '1000000' },
  })
}, 240_000)
afterAll(() => testProduct?.stop(), 60_000)

test.each([1, 3])(
  '280 concurrent tips of %i accounts through two gateways do not delay ten other accounts',
  async (hostile) => {
    const { gateways, admin } = testProduct.product
    const measurements = await playTipStorm({ gateways, admin, hostile })
    expectFairStorm(measurements, FLOOR_MS)
  },
  300_000,
)
