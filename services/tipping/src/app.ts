import {
  assembleService,
  createApp,
  type Platform,
  type Service,
  startIdempotencySweep,
} from '@purple-sector/service-kit'
import { startBoardRefresh } from './board-publishing/refresh-boards.ts'
import { boardRoutes } from './boards/board-routes.ts'
import type { Config } from './config.ts'
import { startDeletion } from './deletion/remove-deleted-weekends.ts'
import { exportRoutes } from './export/export-routes.ts'
import { groupRoutes } from './groups/group-routes.ts'
import { internalRoutes } from './internal-routes.ts'
import { ledgerRoutes } from './ledger/ledger-routes.ts'
import { openDataRoutes } from './open-data/open-data-routes.ts'
import { pickRoutes } from './picks/pick-routes.ts'
import { projectedLeaderboards } from './projected/projected-leaderboards.ts'
import { readProjectedLeaderboard } from './projected/read-projected-leaderboard.ts'
import { runningRaces } from './projected/running-races.ts'
import { republishers } from './republishers.ts'
import { SCORING_QUEUE } from './scoring/scoring-queue.ts'
import { startScoringWorker } from './scoring/scoring-worker.ts'
import { startScoringSweep } from './scoring/sweep-requests.ts'
import { statisticsRoutes } from './statistics/statistics-routes.ts'
import { subscriptions } from './subscriptions.ts'
import { tipRoutes } from './tips/tip-routes.ts'

/** Builds tipping: tips with their history, race locks, the ledger of points, and the boards that follow from it. */
export const buildTipping = async (platform: Platform, config: Config): Promise<Service> => {
  const { database, jobs, cache } = platform
  const app = createApp({ service: 'tipping', ...platform, isReady: () => service.acceptsCalls() })

  const scoring = jobs.queue(SCORING_QUEUE)
  const races = runningRaces(cache)
  const projectedBoards = projectedLeaderboards({ database })
  const readProjected = readProjectedLeaderboard({ database, runningRaces: races, boards: projectedBoards })

  app.register(tipRoutes({ database }))
  app.register(boardRoutes({ database, readProjected }))
  app.register(groupRoutes({ database }))
  app.register(pickRoutes({ database }))
  app.register(statisticsRoutes({ database }))
  app.register(ledgerRoutes({ database }))
  app.register(openDataRoutes({ database }))
  app.register(internalRoutes({ database, scoring, projectedBoards }))
  app.register(exportRoutes({ database }))

  const service = assembleService({
    name: 'tipping',
    platform,
    app,
    handlers: subscriptions({ scoring }),
    republishers,
    tasks: [
      () => {
        races.start()
        return races
      },
      () => startScoringSweep(platform),
      () => startBoardRefresh(platform),
      () => startDeletion(platform),
      () => startIdempotencySweep(platform),
      ...(config.scoresInline ? [() => startScoringWorker(platform)] : []),
    ],
  })
  return service
}
