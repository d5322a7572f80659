import {
  assembleService,
  createApp,
  type Platform,
  type Service,
  startIdempotencySweep,
} from '@purple-sector/service-kit'
import { startAutoTips } from './auto-tips/make-auto-tips.ts'
import { startBoardRefresh } from './board-publishing/refresh-boards.ts'
import { chancesRoutes } from './chances/chances-routes.ts'
import { seasonChances } from './chances/season-chances.ts'
import { compareRoutes } from './compare/compare-routes.ts'
import type { Config } from './config.ts'
import { startDeletion } from './deletion/remove-deleted-weekends.ts'
import { exportRoutes } from './export/export-routes.ts'
import { groupRoutes } from './groups/group-routes.ts'
import { internalRoutes } from './internal-routes.ts'
import { startJokerReturns } from './jokers/return-jokers.ts'
import { leaderboardRoutes } from './leaderboards/leaderboard-routes.ts'
import { projectedLeaderboards } from './leaderboards/projected-leaderboards.ts'
import { readLeaderboard } from './leaderboards/read-leaderboard.ts'
import { runningRaces } from './leaderboards/running-races.ts'
import { ledgerRoutes } from './ledger/ledger-routes.ts'
import { collectNextDeadline } from './locks/collect-next-deadline.ts'
import { openDataRoutes } from './open-data/open-data-routes.ts'
import { startOpenTipCopies } from './open-tips/copy-open-tips.ts'
import { ownSeasonRoutes } from './own-season/own-season-routes.ts'
import { readOwnSeason } from './own-season/read-own-season.ts'
import { pickRoutes } from './picks/pick-routes.ts'
import { republishers } from './republishers.ts'
import { SCORING_QUEUE } from './scoring/scoring-queue.ts'
import { startScoringWorker } from './scoring/scoring-worker.ts'
import { startScoringSweep } from './scoring/sweep-requests.ts'
import { startSeasonAnnouncements } from './season-announcements/publish-season-announcements.ts'
import { seasonLeaderboardRoutes } from './season-leaderboards/season-leaderboard-routes.ts'
import { startSeasonRefresh } from './seasons/refresh-season-boards.ts'
import { standingRoutes } from './standings/standing-routes.ts'
import { statisticsRoutes } from './statistics/statistics-routes.ts'
import { subscriptions } from './subscriptions.ts'
import { tipRoutes } from './tips/tip-routes.ts'
import { untippedRoutes } from './untipped/untipped-routes.ts'

/** Builds tipping: tips with their history, race locks, the ledger of points, and the boards that follow from it. */
export const buildTipping = async (platform: Platform, config: Config): Promise<Service> => {
  const { database, jobs, cache } = platform
  const app = createApp({ service: 'tipping', ...platform, isReady: () => service.acceptsCalls() })

  const scoring = jobs.queue(SCORING_QUEUE)
  const races = runningRaces(cache)
  const projected = projectedLeaderboards({ database })
  const chances = seasonChances({ database })

  app.register(tipRoutes({ database }))
  app.register(leaderboardRoutes({ read: readLeaderboard({ database, runningRaces: races, projected }) }))
  app.register(seasonLeaderboardRoutes({ database }))
  app.register(standingRoutes({ database }))
  app.register(groupRoutes({ database }))
  app.register(untippedRoutes({ database }))
  app.register(pickRoutes({ database }))
  app.register(chancesRoutes({ database, seasons: chances }))
  app.register(ownSeasonRoutes({ database, read: readOwnSeason({ database, chances }) }))
  app.register(statisticsRoutes({ database }))
  app.register(ledgerRoutes({ database }))
  app.register(compareRoutes({ database }))
  app.register(openDataRoutes({ database }))
  app.register(internalRoutes({ database, scoring, projected, seasonChances: chances }))
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
      () => collectNextDeadline(platform),
      () => startBoardRefresh(platform),
      () => startSeasonRefresh(platform),
      () => startJokerReturns(platform),
      () => startSeasonAnnouncements(platform),
      () => startAutoTips(platform),
      () => startOpenTipCopies(platform),
      () => startDeletion(platform),
      () => startIdempotencySweep(platform),
      ...(config.scoresInline ? [() => startScoringWorker(platform)] : []),
    ],
  })
  return service
}
