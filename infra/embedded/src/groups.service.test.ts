import { playGroupWeekend } from '@purple-sector/testing/group-weekend/group-weekend'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { databaseUrlOf } from './testing/database-url.ts'
import { ADMINISTRATOR, type ProductProcess, startProductProcess } from './testing/product-process.ts'

let product: ProductProcess
beforeAll(async () => {
  product = await startProductProcess()
})
afterAll(() => product?.dispose())

test('a group is founded, joined, tipped, scored by changing rules, and leaves nothing when it is deleted', async () => {
  await playGroupWeekend({
    gateways: [product.url],
    admin: ADMINISTRATOR,
    dataDir: product.dataDir,
    databaseUrl: await databaseUrlOf(product),
  })
  expect(product.output()).not.toMatch(/"level":(50|60)/)
}, 240_000)
