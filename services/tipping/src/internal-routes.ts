import * as calls from '@purple-sector/contracts/tipping/internal'
import { type Database, databaseTime } from '@purple-sector/database'
import type { Queue } from '@purple-sector/jobs'
import { type App, registerInternalRoute } from '@purple-sector/service-kit'
import type { SeasonChances } from './chances/season-chances.ts'
import { applyGroup } from './groups/apply-group.ts'
import { holdGroup, releaseGroup } from './groups/hold-group.ts'
import { internalLeaderboards } from './leaderboards/internal-leaderboards.ts'
import type { ProjectedLeaderboards } from './leaderboards/projected-leaderboards.ts'
import { applyLock } from './locks/apply-lock.ts'
import { closeRace } from './locks/close-race.ts'
import { readLocks } from './locks/read-locks.ts'
import { reviewLock } from './locks/review-lock.ts'
import { applyUser } from './projections/apply-user.ts'
import { syncStates } from './projections/sync-states.ts'
import { previewResult } from './scoring/preview-result.ts'
import { internalSeasonLeaderboards } from './season-leaderboards/internal-season-leaderboards.ts'
import { fanFigures } from './standings/fan-figures.ts'
import { summariseWeekend } from './standings/summarise-weekend.ts'
import { weekendReadModel } from './standings/weekend-read-model.ts'

type Dependencies = {
  database: Database
  scoring: Queue
  projected: ProjectedLeaderboards
  seasonChances: SeasonChances
}

/** Internal routes: states pushed by other services, locks, and leaderboards for services and gateways. */
export const internalRoutes = (dependencies: Dependencies) => async (app: App) => {
  const { database, scoring: queue, projected, seasonChances: chances } = dependencies
  const leaderboards = internalLeaderboards({ database })
  const seasons = internalSeasonLeaderboards({ database, chances })
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

  registerInternalRoute(app, calls.findLeaderboard, leaderboards.state)
  registerInternalRoute(app, calls.findLeaderboardPage, leaderboards.page)
  registerInternalRoute(app, calls.findLeaderboardEntries, leaderboards.entries)
  registerInternalRoute(app, calls.findStandings, leaderboards.standings)
  registerInternalRoute(app, calls.findSeasonLeaderboardPage, seasons.page)
  registerInternalRoute(app, calls.findSeasonLeaderboardEntries, seasons.entries)
  registerInternalRoute(app, calls.findSeasonStandings, seasons.standings)
  registerInternalRoute(app, calls.findProjectedLeaderboards, (request) => projected.findTops(request))
  registerInternalRoute(app, calls.findFanFigures, ({ params }) => readFanFigures(params))
  registerInternalRoute(app, calls.summariseWeekend, ({ params: { weekendId } }) => summarise(weekendId))
  registerInternalRoute(app, calls.countTips, ({ params, query }) =>
    weekendReadModel(database).countTips(params.id, query.categoryId ?? null),
  )
  registerInternalRoute(app, calls.previewResult, ({ request }) => preview(request))
}
