import type { BackgroundTask, Platform } from '@purple-sector/service-kit'
import { runDueTasks } from '@purple-sector/service-kit/scheduling/run-due-tasks'
import { runPeriodically } from '@purple-sector/service-kit/scheduling/run-periodically'
import type { AdminDependencies } from '../dependencies.ts'
import { publishResult } from '../results/publish-result.ts'
import { countPushes } from '../timing-sources/count-pushes.ts'
import { acceptSnapshots } from './accept-snapshot.ts'
import { enteredCars } from './entered-cars.ts'
import { createLatestTimings } from './latest-timings.ts'
import { liveTimingRoutes } from './live-timing-routes.ts'
import { publishEnded } from './publish-order.ts'
import { publishStatus } from './publish-status.ts'
import { readLastOrder } from './read-last-order.ts'
import { PUBLISHABLE_SESSIONS, SILENT_SESSIONS, timingSessionRepository } from './timing-session-repository.ts'

const CHECK_INTERVAL_MS = 1_000

type Parts = Pick<Platform, 'database' | 'cache' | 'calls' | 'log'> &
  Pick<AdminDependencies, 'weekends' | 'tipping' | 'provisionalLocks'> & { keys: readonly string[] }

/** Composes live timing: ingestion of snapshots, what users see, and publication at the end. */
export const buildLiveTiming = ({ keys, ...dependencies }: Parts) => {
  const { database, cache, log } = dependencies
  const latestTimings = createLatestTimings(dependencies)
  const enteredCarsCache = enteredCars(database)
  const pushes = countPushes(database)
  const acceptSnapshot = acceptSnapshots({ ...dependencies, latestTimings, enteredCarsCache, pushes })
  const readOrder = readLastOrder({ ...dependencies, latestTimings })
  const publish = publishEnded({ database, publish: publishResult(dependencies), readOrder, log })

  /** Ends sessions whose source fell silent; the next snapshot starts them again. */
  const endSilent = (): Promise<void> =>
    database.transaction(async (sql) => {
      if ((await timingSessionRepository(sql).endSilent()) > 0) await publishStatus(sql)
    })

  const maintain = async (): Promise<void> => {
    await latestTimings.saveDue()
    await pushes.store()
    await latestTimings.publishHidden()
  }

  const tasks = [
    { name: 'end silent timing sessions', due: SILENT_SESSIONS, work: endSilent },
    { name: 'publish ended timing sessions', due: PUBLISHABLE_SESSIONS, work: publish },
  ]

  return {
    latestTimings,
    enteredCarsCache,
    acceptSnapshot,
    routes: liveTimingRoutes({ database, cache, latestTimings, acceptSnapshot, readOrder, keys }),
    async task(): Promise<BackgroundTask> {
      await latestTimings.restoreVisible()
      const loops = [
        runPeriodically(CHECK_INTERVAL_MS, log, 'save live timing', maintain),
        ...tasks.map((task) => runDueTasks({ database, log }, CHECK_INTERVAL_MS, task)),
      ]
      return {
        async stop() {
          await Promise.all(loops.map((loop) => loop.stop()))
          await latestTimings.saveDue(true)
          await pushes.store()
        },
      }
    },
  }
}

export type LiveTimingParts = ReturnType<typeof buildLiveTiming>
