import type { CreateWeekendBody, Weekend } from '@purple-sector/contracts/weekends/http'
import { databaseTime } from '@purple-sector/database'
import type { Caller } from '@purple-sector/service-kit'
import type { WriteMode } from '@purple-sector/service-kit/http/write-mode'
import { adminAction } from '../audit/admin-action.ts'
import type { WeekendsDependencies } from '../dependencies.ts'
import { publish } from '../published.ts'
import { newWeekend, weekendReply, weekendState } from './weekend.ts'
import { weekendRepository } from './weekend-repository.ts'

export const createWeekend =
  ({ commit }: Pick<WeekendsDependencies, 'commit'>) =>
  (caller: Caller, body: CreateWeekendBody, writeMode: WriteMode): Promise<Weekend> =>
    commit(async (sql) => {
      const weekend = await weekendRepository(sql).insert(newWeekend(body))
      const after = weekendReply(weekend)
      const subject = { type: 'weekend', id: weekend.id } as const
      const at = await databaseTime(sql)
      const action = adminAction({ at, caller, action: 'weekend.created', subject, before: null, after })
      return { reply: after, published: await publish(sql, weekend.id, { weekend: weekendState(weekend) }, action) }
    }, writeMode)
