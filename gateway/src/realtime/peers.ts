import { randomUUID } from 'node:crypto'
import type { Cache } from '@purple-sector/cache'
import { READY_GATEWAYS } from '@purple-sector/contracts/sockets'
import { type BackgroundTask, type Logger, runPeriodically } from '@purple-sector/service-kit'

const INTERVAL_MS = 2_000
/** Who has gone without a word counts for so long. */
const TTL_MS = 10_000

type Dependencies = { cache: Pick<Cache, 'gauge'>; log: Logger }

/** The gateways that take sockets, as far as the cache they share tells: none while it is away. */
export const createPeers = ({ cache, log }: Dependencies) => {
  const gauge = cache.gauge(READY_GATEWAYS)
  const self = randomUUID()
  let telling: BackgroundTask | undefined
  return {
    /** This one takes sockets, until it leaves. */
    enter(): void {
      telling = runPeriodically(INTERVAL_MS, log, 'announcing this gateway as ready', () => gauge.set(self, 1, TTL_MS))
    },
    async leave(): Promise<void> {
      const told = telling
      telling = undefined
      if (!told) return
      await told.stop()
      await gauge.set(self, 0, TTL_MS)
    },
    /** Whether there are others: asked once this one has left. */
    areThere: async (): Promise<boolean> => ((await gauge.sum()) ?? 0) > 0,
  }
}
