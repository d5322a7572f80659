import { exportOf } from '@purple-sector/contracts/every-service'
import { enterRows } from '@purple-sector/contracts/weekends/entries'
import {
  findRaceState,
  findWholeWeekend,
  listCategories,
  listRecentActs,
  listWeekends,
  takeRaceLock,
  takeResult,
} from '@purple-sector/contracts/weekends/internal'
import { type App, answer } from '@purple-sector/service-kit'
import { recentActs } from './audit/recent-acts.ts'
import type { WeekendsDependencies } from './dependencies.ts'
import { enterRowsOf } from './entries/enter-rows.ts'
import { internalReadModel } from './internal-read-model.ts'
import { takeLockOf } from './take-lock.ts'
import { takeResultOf } from './take-result.ts'

/** What other services and gateways ask, and what they hand over. */
export const internalRoutes = (dependencies: Pick<WeekendsDependencies, 'database' | 'commit'>) => async (app: App) => {
  const { database } = dependencies
  const read = internalReadModel(database)
  const take = takeResultOf({ database })
  const takeLock = takeLockOf({ database })
  const enter = enterRowsOf(dependencies)
  answer(app, listCategories, () => read.categories())
  answer(app, listWeekends, ({ query }) => read.list(query.weekendId))
  answer(app, listRecentActs, async () => ({ acts: await recentActs(database).list() }))
  answer(app, findRaceState, ({ params }) => read.race(params.id))
  answer(app, findWholeWeekend, ({ params }) => read.weekend(params.id))
  // What administrators did lies in race control's log, which tells it; of fans nothing is kept here.
  answer(app, exportOf('weekends'), () => ({}))
  answer(app, enterRows, (call) => enter(call))
  answer(app, takeRaceLock, ({ request }) => takeLock(request))
  answer(app, takeResult, ({ request }) => take(request))
}
