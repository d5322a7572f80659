import { playGroupWeekend } from '@purple-sector/testing/group-weekend/group-weekend'
import { beforeAll, describe, test } from 'vitest'
import { databaseUrlOf } from '../database-url.ts'
import { ADMINISTRATOR, type ProductProcess } from '../product-process.ts'

let product: ProductProcess

export const groupWeekend = (running: () => ProductProcess): void => {
  describe('a weekend in a group', () => {
    beforeAll(() => {
      product = running()
    })

    test('a group is founded, joined, tipped, scored by changing rules, and leaves nothing when it is deleted', async () => {
      await playGroupWeekend({
        gateways: [product.url],
        admin: ADMINISTRATOR,
        dataDir: product.dataDir,
        databaseUrl: await databaseUrlOf(product),
      })
    }, 240_000)
  })
}
