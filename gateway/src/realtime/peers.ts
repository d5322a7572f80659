import { randomUUID } from 'node:crypto'
import type { Cache } from '@purple-sector/cache'
import { READY_GATEWAYS } from '@purple-sector/contracts/sockets'
import { type BackgroundTask, type Logger, runPeriodically } from '@purple-sector/service-kit'

const INTERVAL_MS = 2_000
/** The entry of a crashed gateway expires after this. */
const TTL_MS = 10_000

type Dependencies = { cache: Pick<Cache, 'gauge'>; log: Logger }

/** Counts the gateways that accept sockets, through the shared cache; none while it is unavailable. */
export const createPeers = ({ cache, log }: Dependencies) => {
  const gauge = cache.gauge(READY_GATEWAYS)
  const self = randomUUID()
  let announcement: BackgroundTask | undefined
  return {
    /** Announces that this gateway accepts sockets, until `withdraw`. */
    announce(): void {
      announcement = runPeriodically(INTERVAL_MS, log, 'announcing this gateway as ready', () =>
        gauge.set(self, 1, TTL_MS),
      )
    },
    async withdraw(): Promise<void> {
      const task = announcement
      announcement = undefined
      if (!task) return
      await task.stop()
      await gauge.set(self, 0, TTL_MS)
    },
    /** Whether other gateways accept sockets; valid once this gateway has withdrawn. */
    hasOthers: async (): Promise<boolean> => ((await gauge.sum()) ?? 0) > 0,
  }
}
