import { playTipStorm } from '@purple-sector/testing/tip-storm/tip-storm'
import { afterAll, beforeAll, expect, test } from 'vitest'
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
    const stormed = (status: number) => figures.storm[status] ?? 0
    // It was a storm, of which some was taken and most refused.
    expect(stormed(200) + stormed(201)).toBeGreaterThan(0)
    expect(stormed(429)).toBeGreaterThan(280)
    expect(figures.refused / figures.sent).toBeLessThan(0.01)
    expect(figures.stormP99).toBeLessThan(Math.max(3 * figures.quietP99, FLOOR_MS))
  },
  300_000,
)
