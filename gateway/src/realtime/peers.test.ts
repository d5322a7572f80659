import { createInProcessCache } from '@purple-sector/cache'
import { READY_GATEWAYS } from '@purple-sector/contracts/sockets'
import { silentLogger } from '@purple-sector/service-kit'
import { expect, test } from 'vitest'
import { createPeers } from './peers.ts'

const log = silentLogger()

test('a gateway that leaves sees those that stay, and no other', async () => {
  const cache = createInProcessCache()
  const [one, other] = [createPeers({ cache, log }), createPeers({ cache, log })]
  one.enter()
  other.enter()
  await expect.poll(() => cache.gauge(READY_GATEWAYS).sum()).toBe(2)
  await one.leave()
  expect(await one.hasOthers()).toBe(true)
  await other.leave()
  expect(await other.hasOthers()).toBe(false)
  // Leaving again is harmless, and so is leaving without entering.
  await other.leave()
  await createPeers({ cache, log }).leave()
  expect(await one.hasOthers()).toBe(false)
})

test('finds no other gateway while the cache is unavailable', async () => {
  const cache = { gauge: () => ({ set: async () => {}, sum: async () => undefined }) }
  expect(await createPeers({ cache, log }).hasOthers()).toBe(false)
})
