import { expectFairStorm } from '@purple-sector/testing/tip-storm/expect-fair-storm'
import { playTipStorm } from '@purple-sector/testing/tip-storm/tip-storm'
import { afterAll, beforeAll, test } from 'vitest'
import { createTestProduct, type TestProduct } from '../../test/create-test-product.ts'

/** What a tip may take even beyond saturation (H4): below it a latency says more of the machine than of the storm. */
const FLOOR_MS = 500

let tested: TestProduct
beforeAll(async () => {
  tested = await createTestProduct('tip-storm', {
    replicas: { gateway: 2 },
    // Without the limit a minute, after which a storm of one account would be refused at once.
    settings: { LIMIT_WRITES: '1000000' },
  })
}, 240_000)
afterAll(() => tested?.stop(), 60_000)

test.each([1, 3])(
  '280 concurrent tips of %i accounts through two gateways take no place from ten others who tip',
  async (hostile) => {
    const { gateways, admin } = tested.product
    const figures = await playTipStorm({ gateways, admin, hostile })
    expectFairStorm(figures, FLOOR_MS)
  },
  300_000,
)
