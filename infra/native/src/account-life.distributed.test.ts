import { temporaryFolder } from '@purple-sector/testing'
import { playAccountLife } from '@purple-sector/testing/account-life/account-life'
import { afterAll, beforeAll, test } from 'vitest'
import { type ProductUnderTest, startProductUnderTest } from './testing/product-under-test.ts'

const stops: (() => Promise<unknown>)[] = []
let tested: ProductUnderTest
let dataDir = ''
beforeAll(async () => {
  const folder = await temporaryFolder('account-life')
  stops.unshift(() => folder.remove())
  dataDir = folder.path
  tested = await startProductUnderTest('account-life', { replicas: { gateway: 2 }, settings: { DATA_DIR: dataDir } })
  stops.unshift(() => tested.stop())
}, 240_000)
afterAll(async () => {
  for (const stop of stops) await stop()
}, 60_000)

test('an account is exported and deleted over two gateways, and no table of any service says who it was', async () => {
  await playAccountLife({
    gateways: tested.product.gateways,
    admin: tested.product.admin,
    dataDir,
    databaseUrl: tested.databaseUrl,
  })
}, 240_000)
