import { playAccountLife } from '@purple-sector/testing/account-life/account-life'
import { describe, expect, test } from 'vitest'
import { playedOn } from '../played-on.ts'
import type { ProductProcess } from '../product-process.ts'

export const accountLife = (running: () => ProductProcess): void => {
  describe('an account that ends', () => {
    test('an account is exported and deleted, and no table of any service says who it was', async () => {
      const product = running()
      await playAccountLife(await playedOn(product))
      expect(product.output()).not.toMatch(/quokka/i)
    }, 240_000)
  })
}
