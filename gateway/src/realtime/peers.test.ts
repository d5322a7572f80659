import { createInProcessCache } from '@purple-sector/cache'
import { READY_GATEWAYS } from '@purple-sector/contracts/sockets'
import { silentLogger } from '@purple-sector/service-kit'
import { expect, test } from 'vitest'
import { createPeers } from './peers.ts'

const log = silentLogger()

test('finds other gateways after withdrawing, but not withdrawn ones', async () => {
  const cache = createInProcessCache()
  const [one, other] = [createPeers({ cache, log }), createPeers({ cache, log })]
  one.announce()
  other.announce()
  await expect.poll(() => cache.gauge(READY_GATEWAYS).sum()).toBe(2)
  await one.withdraw()
  expect(await one.hasOthers()).toBe(true)
  await other.withdraw()
  expect(await other.hasOthers()).toBe(false)
  // Withdrawing again is harmless, and so is withdrawing without an announcement.
  await other.withdraw()
  await createPeers({ cache, log }).withdraw()
  expect(await one.hasOthers()).toBe(false)
})

test('finds no other gateway while the cache is unavailable', async () => {
  const cache = { gauge: () => ({ set: async () => {}, sum: async () => undefined }) }
  expect(await createPeers({ cache, log }).hasOthers()).toBe(false)
})
