import { exportOf } from '@purple-sector/contracts/every-service'
import { enterRows } from '@purple-sector/contracts/weekends/entries'
import {
  applyRaceLock,
  applyResult,
  findRaceState,
  findWholeWeekend,
  listCategories,
  listRecentAdminActions,
  listWeekends,
} from '@purple-sector/contracts/weekends/internal'
import { type App, registerInternalRoute } from '@purple-sector/service-kit'
import { applyLockOf } from './apply-lock.ts'
import { applyResultOf } from './apply-result.ts'
import { recentAdminActions } from './audit/recent-admin-action-repository.ts'
import type { WeekendsDependencies } from './dependencies.ts'
import { enterRowsOf } from './entries/enter-rows.ts'
import { internalReadModel } from './internal-read-model.ts'

/** Internal routes: reads for other services and gateways, and the states they push. */
export const internalRoutes = (dependencies: Pick<WeekendsDependencies, 'database' | 'commit'>) => async (app: App) => {
  const { database } = dependencies
  const readModel = internalReadModel(database)
  const applyPushedResult = applyResultOf({ database })
  const applyLock = applyLockOf({ database })
  const enter = enterRowsOf(dependencies)
  registerInternalRoute(app, listCategories, () => readModel.categories())
  registerInternalRoute(app, listWeekends, ({ query }) => readModel.list(query.weekendId))
  registerInternalRoute(app, listRecentAdminActions, async () => ({
    adminActions: await recentAdminActions(database).list(),
  }))
  registerInternalRoute(app, findRaceState, ({ params }) => readModel.race(params.id))
  registerInternalRoute(app, findWholeWeekend, ({ params }) => readModel.weekend(params.id))
  // The export of admin actions comes from race control's audit log; this service stores nothing about fans.
  registerInternalRoute(app, exportOf('weekends'), () => ({}))
  registerInternalRoute(app, enterRows, (call) => enter(call))
  registerInternalRoute(app, applyRaceLock, ({ request }) => applyLock(request))
  registerInternalRoute(app, applyResult, ({ request }) => applyPushedResult(request))
}
