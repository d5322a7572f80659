import { isReachable } from '@purple-sector/database'
import { startRelay } from '@purple-sector/messaging'
import { type BackgroundTask, createApp, type Platform, type Service } from '@purple-sector/service-kit'
import { startScoringWorker } from './scoring-worker.ts'
import { startScoringSweep } from './sweep-requests.ts'

/**
 * Builds a process that only scores, and publishes what it commits by its own relay. Any number of these processes may
 * run beside tipping.
 */
export const buildScoringWorker = async (platform: Platform): Promise<Service> => {
  const { database, bus, log, verifyIdentity, internalSecret } = platform
  const isReady = () => isReachable(database)
  const app = createApp({ service: 'tipping-scoring', log, verifyIdentity, internalSecret, isReady })
  let running: BackgroundTask[] = []
  return {
    name: 'tipping-scoring',
    app,
    republishes: [],
    isReady,
    acceptsCalls: isReady,
    async start() {
      await app.ready()
      running = [
        startRelay({ database, bus, service: 'tipping', log }),
        startScoringWorker(platform),
        startScoringSweep(platform),
      ]
    },
    async stop() {
      await app.close()
      for (const task of running.reverse()) await task.stop()
    },
  }
}
