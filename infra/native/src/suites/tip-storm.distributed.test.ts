import { expectFairStorm } from '@purple-sector/testing/tip-storm/expect-fair-storm'
import { playTipStorm } from '@purple-sector/testing/tip-storm/tip-storm'
import { afterAll, beforeAll, test } from 'vitest'
import { createTestProduct, type TestProduct } from '../../test/create-test-product.ts'

/**
 * Latency limit of a tip even beyond saturation (H4).
 * Lower latencies depend on the machine more than on the storm.
 */
const FLOOR_MS = 500

let tested: TestProduct
beforeAll(async () => {
  tested = await createTestProduct('tip-storm', {
    replicas: { gateway: 2 },
    // The per-minute limit would refuse the tips of one account at once.
    settings: { LIMIT_WRITES: '1000000' },
  })
}, 240_000)
afterAll(() => tested?.stop(), 60_000)

test.each([1, 3])(
  '280 concurrent tips of %i accounts through two gateways do not delay ten other accounts',
  async (hostile) => {
    const { gateways, admin } = tested.product
    const figures = await playTipStorm({ gateways, admin, hostile })
    expectFairStorm(figures, FLOOR_MS)
  },
  300_000,
)
