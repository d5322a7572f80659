import { exportOf } from '@purple-sector/contracts/every-service'
import {
  findRaceState,
  findWholeWeekend,
  listCategories,
  listRecentActs,
  listWeekends,
  takeResult,
} from '@purple-sector/contracts/weekends/internal'
import type { Database } from '@purple-sector/database'
import { type App, answer } from '@purple-sector/service-kit'
import { recentActs } from './audit/recent-acts.ts'
import { internalReadModel } from './internal-read-model.ts'
import { takeResultOf } from './take-result.ts'

/** What other services and gateways ask, and what they hand over. */
export const internalRoutes = (database: Database) => async (app: App) => {
  const read = internalReadModel(database)
  const take = takeResultOf({ database })
  answer(app, listCategories, () => read.categories())
  answer(app, listWeekends, ({ query }) => read.list(query.weekendId))
  answer(app, listRecentActs, async () => ({ acts: await recentActs(database).list() }))
  answer(app, findRaceState, ({ params }) => read.race(params.id))
  answer(app, findWholeWeekend, ({ params }) => read.weekend(params.id))
  // What administrators did lies in race control's log, which tells it; of fans nothing is kept here.
  answer(app, exportOf('weekends'), () => ({}))
  answer(app, takeResult, ({ request }) => take(request))
}
