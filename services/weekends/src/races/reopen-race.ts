import type { Race } from '@purple-sector/contracts/weekends/http'
import type { Caller } from '@purple-sector/service-kit'
import { adminAction } from '../audit/admin-action.ts'
import type { WeekendsDependencies } from '../dependencies.ts'
import { publish } from '../published.ts'
import { rereadRace, selectRaceForUpdate } from './find-race.ts'
import { raceReply, raceState } from './race.ts'
import { reopenRace } from './race-change.ts'
import { raceRepository } from './race-repository.ts'
import { assertNoLiveTiming } from './timing-projection.ts'

/** Reopens a locked race for tips until its new start. */
export const reopenRaceOf =
  ({ database, commit }: Pick<WeekendsDependencies, 'database' | 'commit'>) =>
  async (caller: Caller, id: number, startsAt: Date): Promise<Race> => {
    const reopened = await commit(async (sql) => {
      const { race, now } = await selectRaceForUpdate(sql, id)
      const next = reopenRace(race, startsAt, now)
      await assertNoLiveTiming(sql, race)
      await raceRepository(sql).update(next)
      const [before, after] = [raceReply(race, now), raceReply(next, now)]
      const subject = { type: 'race', id } as const
      const action = adminAction({ at: now, caller, action: 'race.reopened', subject, before, after })
      return { reply: after, published: await publish(sql, next.weekendId, { races: [raceState(next)] }, action) }
    })
    return rereadRace(database, reopened)
  }
