import { playAccountLife } from '@purple-sector/testing/account-life/account-life'
import { describe, expect, test } from 'vitest'
import type { ProductProcess } from '../product-process.ts'
import { scenarioProductOf } from '../scenario-product.ts'

export const accountLife = (getProduct: () => ProductProcess): void => {
  describe('deleting an account', () => {
    test('an account is exported and deleted, and no table of any service identifies its owner', async () => {
      const product = getProduct()
      await playAccountLife(await scenarioProductOf(product))
      expect(product.output()).not.toMatch(/quokka/i)
    }, 240_000)
  })
}
