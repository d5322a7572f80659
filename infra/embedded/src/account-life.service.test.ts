import { playAccountLife } from '@purple-sector/testing/account-life/account-life'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { databaseUrlOf } from './testing/database-url.ts'
import { ADMINISTRATOR, type ProductProcess, startProductProcess } from './testing/product-process.ts'

let product: ProductProcess
beforeAll(async () => {
  product = await startProductProcess()
})
afterAll(() => product?.dispose())

test('an account is exported and deleted, and no table of any service says who it was', async () => {
  await playAccountLife({
    gateways: [product.url],
    admin: ADMINISTRATOR,
    dataDir: product.dataDir,
    databaseUrl: await databaseUrlOf(product),
  })
  expect(product.output()).not.toMatch(/"level":(50|60)/)
  expect(product.output()).not.toMatch(/quokka/i)
}, 240_000)
