import { temporaryFolder } from '@purple-sector/testing'
import { playGroupWeekend } from '@purple-sector/testing/group-weekend/group-weekend'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ProductUnderTest, startProductUnderTest } from './testing/product-under-test.ts'

const stops: (() => Promise<unknown>)[] = []
let tested: ProductUnderTest
let dataDir = ''
beforeAll(async () => {
  const folder = await temporaryFolder('groups')
  stops.unshift(() => folder.remove())
  dataDir = folder.path
  tested = await startProductUnderTest('groups', {
    replicas: { gateway: 2, 'scoring-worker': 2 },
    settings: { DATA_DIR: dataDir },
  })
  stops.unshift(() => tested.stop())
}, 240_000)
afterAll(async () => {
  for (const stop of stops) await stop()
}, 60_000)

/** Kills one for good and another that comes back, as machines do. */
const incident = async (): Promise<void> => {
  const { product } = tested
  await product.kill('scoring-worker-1')
  await product.kill('gateway-1')
  await product.restart('gateway-1')
  const [gateway = ''] = product.gateways
  const isReady = () =>
    fetch(`${gateway}/readyz`).then(
      (reply) => reply.ok,
      () => false,
    )
  await expect.poll(isReady, { timeout: 90_000 }).toBe(true)
}

test('a group lives its weekend across two gateways, one of which is killed with a worker in between', async () => {
  await playGroupWeekend({
    gateways: tested.product.gateways,
    admin: tested.product.admin,
    dataDir,
    databaseUrl: tested.databaseUrl,
    incident,
  })
}, 240_000)
