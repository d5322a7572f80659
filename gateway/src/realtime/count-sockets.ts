import { randomUUID } from 'node:crypto'
import type { Cache } from '@purple-sector/cache'
import { OPEN_SOCKETS } from '@purple-sector/contracts/sockets'
import { type BackgroundTask, type Logger, runPeriodically } from '@purple-sector/service-kit'
import type { Clients } from './hub/clients.ts'

const INTERVAL_MS = 2_000
/** The count of a crashed gateway expires after this. */
const TTL_MS = 10_000

type Dependencies = { cache: Pick<Cache, 'gauge'>; clients: Pick<Clients, 'all'>; log: Logger }

/** Publishes how many sockets this gateway has, until it stops. */
export const countSockets = ({ cache, clients, log }: Dependencies): BackgroundTask => {
  const gauge = cache.gauge(OPEN_SOCKETS)
  const self = randomUUID()
  const counting = runPeriodically(INTERVAL_MS, log, 'counting open sockets', () =>
    gauge.set(self, clients.all().size, TTL_MS),
  )
  return {
    async stop() {
      await counting.stop()
      await gauge.set(self, 0, TTL_MS)
    },
  }
}
