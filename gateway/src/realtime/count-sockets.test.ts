import { createInProcessCache } from '@purple-sector/cache'
import { OPEN_SOCKETS } from '@purple-sector/contracts/sockets'
import { silentLogger } from '@purple-sector/service-kit'
import { expect, test } from 'vitest'
import { countSockets } from './count-sockets.ts'
import type { Client } from './hub/client.ts'

const holding = (sockets: number) => ({ all: () => new Set(Array.from({ length: sockets }, () => ({}) as Client)) })

test('adds up the sockets of all gateways, without those of one that stops', async () => {
  const cache = createInProcessCache()
  const total = () => cache.gauge(OPEN_SOCKETS).sum()
  const log = silentLogger()
  const [one, other] = [
    countSockets({ cache, clients: holding(3), log }),
    countSockets({ cache, clients: holding(4), log }),
  ]
  await expect.poll(total).toBe(7)
  await one.stop()
  expect(await total()).toBe(4)
  await other.stop()
  expect(await total()).toBe(0)
})
