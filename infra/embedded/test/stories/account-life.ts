import { playAccountLife } from '@purple-sector/testing/account-life/account-life'
import { describe, expect, test } from 'vitest'
import { playedOn } from '../played-on.ts'
import type { ProductProcess } from '../product-process.ts'

export const accountLife = (running: () => ProductProcess): void => {
  describe('deleting an account', () => {
    test('an account is exported and deleted, and no table of any service identifies its owner', async () => {
      const product = running()
      await playAccountLife(await playedOn(product))
      expect(product.output()).not.toMatch(/quokka/i)
    }, 240_000)
  })
}
