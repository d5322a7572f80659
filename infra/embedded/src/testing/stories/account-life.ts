import { playAccountLife } from '@purple-sector/testing/account-life/account-life'
import { beforeAll, describe, expect, test } from 'vitest'
import { databaseUrlOf } from '../database-url.ts'
import { ADMINISTRATOR, type ProductProcess } from '../product-process.ts'

let product: ProductProcess

export const accountLife = (running: () => ProductProcess): void => {
  describe('an account that ends', () => {
    beforeAll(() => {
      product = running()
    })

    test('an account is exported and deleted, and no table of any service says who it was', async () => {
      await playAccountLife({
        gateways: [product.url],
        admin: ADMINISTRATOR,
        dataDir: product.dataDir,
        databaseUrl: await databaseUrlOf(product),
      })
      expect(product.output()).not.toMatch(/quokka/i)
    }, 240_000)
  })
}
