import { playGroupWeekend } from '@purple-sector/testing/group-weekend/group-weekend'
import { describe, test } from 'vitest'
import type { ProductProcess } from '../product-process.ts'
import { scenarioProductOf } from '../scenario-product.ts'

export const groupWeekend = (getProduct: () => ProductProcess): void => {
  describe('a weekend in a group', () => {
    test('a group is created, joined, tipped, scored by changing rules, and leaves no data when it is deleted', async () => {
      await playGroupWeekend(await scenarioProductOf(getProduct()))
    }, 240_000)
  })
}
