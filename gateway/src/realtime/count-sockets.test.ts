import { createInProcessCache } from '@purple-sector/cache'
import { OPEN_SOCKETS } from '@purple-sector/contracts/sockets'
import { silentLogger } from '@purple-sector/service-kit'
import { expect, test } from 'vitest'
import { countSockets } from './count-sockets.ts'
import type { Client } from './hub/client.ts'

const clientsWith = (sockets: number) => ({ all: () => new Set(Array.from({ length: sockets }, () => ({}) as Client)) })

test('adds up the sockets of all running gateways', async () => {
  const cache = createInProcessCache()
  const total = () => cache.gauge(OPEN_SOCKETS).sum()
  const log = silentLogger()
  const [one, other] = [
    countSockets({ cache, clients: clientsWith(3), log }),
    countSockets({ cache, clients: clientsWith(4), log }),
  ]
  await expect.poll(total).toBe(7)
  await one.stop()
  expect(await total()).toBe(4)
  await other.stop()
  expect(await total()).toBe(0)
})
