import { TIMING_ENDS_AFTER_MS } from '@purple-sector/contracts/admin/timing-order'
import type { Platform, Running } from '@purple-sector/service-kit'
import { every } from '@purple-sector/service-kit/every'
import type { RaceControlDependencies } from '../dependencies.ts'
import { publishResult } from '../results/publish-result.ts'
import { countPushes } from '../timing-sources/count-pushes.ts'
import { enteredCars } from './entered-cars.ts'
import { liveTimingRoutes } from './live-timing-routes.ts'
import { newestTimings } from './newest-timings.ts'
import { publishEnded } from './publish-order.ts'
import { readLastOrder } from './read-last-order.ts'
import { takeSnapshots } from './take-snapshot.ts'
import { tellStatus } from './tell-status.ts'
import { timingSessionRepository } from './timing-session-repository.ts'

const LOOK_MS = 1_000

type Parts = Pick<Platform, 'database' | 'cache' | 'calls' | 'log'> &
  Pick<RaceControlDependencies, 'weekends' | 'tipping' | 'closings'> & { keys: readonly string[] }

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
  const endStale = (): Promise<void> =>
    database.transaction(async (sql) => {
      if ((await timingSessionRepository(sql).endStale(TIMING_ENDS_AFTER_MS)) > 0) await tellStatus(sql)
    })

  const look = async (): Promise<void> => {
    await newest.saveDue()
    await pushes.store()
    await newest.showWhatIsKept()
    await endStale()
    await publish()
  }

  return {
    newest,
    entered,
    takeSnapshot,
    routes: liveTimingRoutes({ database, cache, newest, takeSnapshot, readOrder, keys }),
    async task(): Promise<Running> {
      await newest.restoreShown()
      const looking = every(LOOK_MS, log, 'looking after live timing', look)
      return {
        async stop() {
          await looking.stop()
          await newest.saveDue(true)
          await pushes.store()
        },
      }
    },
  }
}

export type LiveTimingParts = ReturnType<typeof buildLiveTiming>
