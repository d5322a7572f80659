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
import { recentActs } from './audit/recent-acts.ts'
import type { WeekendsDependencies } from './dependencies.ts'
import { enterRowsOf } from './entries/enter-rows.ts'
import { internalReadModel } from './internal-read-model.ts'

/** What other services and gateways ask, and what they hand over. */
export const internalRoutes = (dependencies: Pick<WeekendsDependencies, 'database' | 'commit'>) => async (app: App) => {
  const { database } = dependencies
  const read = internalReadModel(database)
  const take = applyResultOf({ database })
  const applyLock = applyLockOf({ database })
  const enter = enterRowsOf(dependencies)
  registerInternalRoute(app, listCategories, () => read.categories())
  registerInternalRoute(app, listWeekends, ({ query }) => read.list(query.weekendId))
  registerInternalRoute(app, listRecentAdminActions, async () => ({ acts: await recentActs(database).list() }))
  registerInternalRoute(app, findRaceState, ({ params }) => read.race(params.id))
  registerInternalRoute(app, findWholeWeekend, ({ params }) => read.weekend(params.id))
  // What administrators did lies in race control's log, which tells it; of fans nothing is kept here.
  registerInternalRoute(app, exportOf('weekends'), () => ({}))
  registerInternalRoute(app, enterRows, (call) => enter(call))
  registerInternalRoute(app, applyRaceLock, ({ request }) => applyLock(request))
  registerInternalRoute(app, applyResult, ({ request }) => take(request))
}
