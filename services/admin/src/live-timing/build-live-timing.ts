import type { BackgroundTask, Platform } from '@purple-sector/service-kit'
import { runDueTasks } from '@purple-sector/service-kit/scheduling/run-due-tasks'
import { runPeriodically } from '@purple-sector/service-kit/scheduling/run-periodically'
import type { RaceControlDependencies } from '../dependencies.ts'
import { publishResult } from '../results/publish-result.ts'
import { countPushes } from '../timing-sources/count-pushes.ts'
import { takeSnapshots } from './accept-snapshot.ts'
import { enteredCars } from './entered-cars.ts'
import { newestTimings } from './latest-timings.ts'
import { liveTimingRoutes } from './live-timing-routes.ts'
import { publishEnded } from './publish-order.ts'
import { tellStatus } from './publish-status.ts'
import { readLastOrder } from './read-last-order.ts'
import { HAS_FALLEN_SILENT, TO_PUBLISH, timingSessionRepository } from './timing-session-repository.ts'

const CHECK_INTERVAL_MS = 1_000

type Parts = Pick<Platform, 'database' | 'cache' | 'calls' | 'log'> &
  Pick<RaceControlDependencies, 'weekends' | 'tipping' | 'provisionalLocks'> & { keys: readonly string[] }

/** Live timing: what comes of sessions, what fans see of it, and what becomes of it at the end. */
export const buildLiveTiming = ({ keys, ...dependencies }: Parts) => {
  const { database, cache, log } = dependencies
  const newest = newestTimings(dependencies)
  const entered = enteredCars(database)
  const pushes = countPushes(database)
  const takeSnapshot = takeSnapshots({ ...dependencies, newest, entered, pushes })
  const readOrder = readLastOrder({ ...dependencies, newest })
  const publish = publishEnded({ database, publish: publishResult(dependencies), read: readOrder, log })

  /** A source that fell silent ends its session as far as anybody sees; its next snapshot begins it again. */
  const endSilent = (): Promise<void> =>
    database.transaction(async (sql) => {
      if ((await timingSessionRepository(sql).endSilent()) > 0) await tellStatus(sql)
    })

  const look = async (): Promise<void> => {
    await newest.saveDue()
    await pushes.store()
    await newest.showWhatIsKept()
  }

  const tasks = [
    {
      name: 'ending of sessions that fell silent',
      due: `select from timing_sessions where ${HAS_FALLEN_SILENT}`,
      work: endSilent,
    },
    { name: 'publishing of sessions that have ended', due: TO_PUBLISH, work: publish },
  ]

  return {
    newest,
    entered,
    takeSnapshot,
    routes: liveTimingRoutes({ database, cache, newest, takeSnapshot, readOrder, keys }),
    async task(): Promise<BackgroundTask> {
      await newest.restoreShown()
      const looking = [
        runPeriodically(CHECK_INTERVAL_MS, log, 'looking after live timing', look),
        ...tasks.map((task) => runDueTasks({ database, log }, CHECK_INTERVAL_MS, task)),
      ]
      return {
        async stop() {
          await Promise.all(looking.map((one) => one.stop()))
          await newest.saveDue(true)
          await pushes.store()
        },
      }
    },
  }
}

export type LiveTimingParts = ReturnType<typeof buildLiveTiming>
