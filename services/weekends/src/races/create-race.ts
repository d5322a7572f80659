import type { CreateRaceBody, Race } from '@purple-sector/contracts/weekends/http'
import { databaseTime } from '@purple-sector/database'
import type { Caller } from '@purple-sector/service-kit'
import type { WriteMode } from '@purple-sector/service-kit/http/write-mode'
import { adminAction } from '../audit/admin-action.ts'
import { lockCategory } from '../categories/lock-categories.ts'
import type { WeekendsDependencies } from '../dependencies.ts'
import { publish } from '../published.ts'
import { lockWeekend } from '../weekends/lock-weekend.ts'
import { raceReply, raceState } from './race.ts'
import { newRace } from './race-entry.ts'
import { raceRepository } from './race-repository.ts'

/** Creates a race in a weekend. */
export const createRace =
  ({ commit }: Pick<WeekendsDependencies, 'commit'>) =>
  (caller: Caller, body: CreateRaceBody, writeMode: WriteMode): Promise<Race> =>
    commit(async (sql) => {
      const category = await lockCategory(sql, body.category)
      await lockWeekend(sql, 'shared', body.weekendId)
      const at = await databaseTime(sql)
      const race = await raceRepository(sql).insert(newRace({ ...body, category }, at))
      const after = raceReply(race, at)
      const subject = { type: 'race', id: race.id } as const
      const action = adminAction({ at, caller, action: 'race.created', subject, before: null, after })
      return { reply: after, published: await publish(sql, race.weekendId, { races: [raceState(race)] }, action) }
    }, writeMode)
