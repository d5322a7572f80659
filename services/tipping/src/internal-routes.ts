import * as calls from '@purple-sector/contracts/tipping/internal'
import { type Database, databaseTime } from '@purple-sector/database'
import type { Queue } from '@purple-sector/jobs'
import { type App, registerInternalRoute } from '@purple-sector/service-kit'
import { countTips } from './boards/count-tips.ts'
import { fanFigures } from './boards/fan-figures.ts'
import { internalBoards } from './boards/internal-boards.ts'
import { summariseWeekend } from './boards/summarise-weekend.ts'
import { applyGroup } from './groups/apply-group.ts'
import { holdGroup, releaseGroup } from './groups/hold-group.ts'
import { applyLock } from './locks/apply-lock.ts'
import { closeRace } from './locks/close-race.ts'
import { readLocks } from './locks/read-locks.ts'
import { reviewLock } from './locks/review-lock.ts'
import type { ProjectedLeaderboards } from './projected/projected-leaderboards.ts'
import { applyUser } from './projections/apply-user.ts'
import { syncStates } from './projections/sync-states.ts'
import { previewResult } from './scoring/preview-result.ts'

type Dependencies = { database: Database; scoring: Queue; projectedBoards: ProjectedLeaderboards }

/** Internal routes: states pushed by other services, locks, and boards for services and gateways. */
export const internalRoutes = (dependencies: Dependencies) => async (app: App) => {
  const { database, scoring: queue, projectedBoards } = dependencies
  const boards = internalBoards({ database })
  const readFanFigures = fanFigures({ database })
  const summarise = summariseWeekend({ database })
  const preview = previewResult({ database })

  registerInternalRoute(app, calls.closeRace, closeRace({ database }))
  registerInternalRoute(app, calls.reviewLock, reviewLock({ database }))
  registerInternalRoute(app, calls.applyLock, applyLock({ database, queue }))
  registerInternalRoute(app, calls.readLocks, readLocks({ database }))
  registerInternalRoute(app, calls.readClock, async () => ({ now: (await databaseTime(database)).toISOString() }))

  registerInternalRoute(app, calls.syncStates, syncStates({ database }))
  registerInternalRoute(app, calls.applyUser, applyUser({ database }))
  registerInternalRoute(app, calls.applyGroup, applyGroup({ database }))
  registerInternalRoute(app, calls.holdGroup, holdGroup({ database }))
  registerInternalRoute(app, calls.releaseGroup, releaseGroup({ database }))

  registerInternalRoute(app, calls.findLeaderboard, boards.state)
  registerInternalRoute(app, calls.findLeaderboardPage, boards.page)
  registerInternalRoute(app, calls.findLeaderboardEntries, boards.entries)
  registerInternalRoute(app, calls.findStandings, boards.standings)
  registerInternalRoute(app, calls.findProjectedLeaderboards, (request) => projectedBoards.findTops(request))
  registerInternalRoute(app, calls.findFanFigures, ({ params }) => readFanFigures(params))
  registerInternalRoute(app, calls.summariseWeekend, ({ params: { weekendId } }) => summarise(weekendId))
  registerInternalRoute(app, calls.countTips, countTips({ database }))
  registerInternalRoute(app, calls.previewResult, ({ request }) => preview(request))
}
