import { carChanged, raceChanged, weekendChanged } from '@purple-sector/contracts/weekends/events'
import { databaseTime } from '@purple-sector/database'
import { markDeleted } from '@purple-sector/messaging'
import type { Caller } from '@purple-sector/service-kit'
import { adminAction } from '../audit/admin-action.ts'
import { carState } from '../cars/car.ts'
import { carRepository } from '../cars/car-repository.ts'
import type { WeekendsDependencies } from '../dependencies.ts'
import { removeUnusedImages } from '../images/image-repository.ts'
import { publish } from '../published.ts'
import { raceState } from '../races/race.ts'
import { raceRepository } from '../races/race-repository.ts'
import { leaveSeason } from '../seasons/leave-season.ts'
import { lockSeasons } from '../seasons/season-repository.ts'
import { lockWeekend } from './lock-weekend.ts'
import { weekendReply, weekendState } from './weekend.ts'
import { weekendRepository } from './weekend-repository.ts'

/** Deletes a weekend with its races and cars. */
export const deleteWeekend =
  ({ commit }: Pick<WeekendsDependencies, 'commit'>) =>
  (caller: Caller, id: number): Promise<void> =>
    commit(async (sql) => {
      await lockSeasons(sql)
      const weekend = await lockWeekend(sql, 'exclusive', id)
      const races = (await raceRepository(sql).list({ weekendId: id })).map(({ race }) => race)
      const cars = await carRepository(sql).selectAllForUpdate({ weekendId: id })
      const deleted = {
        weekend: weekendState(weekend, true),
        races: races.map((race) => raceState(race, true)),
        cars: cars.map((car) => carState(car, true)),
      }
      await leaveSeason(sql, weekend)
      await weekendRepository(sql).remove(id)
      await markDeleted(
        sql,
        weekendChanged.subject(deleted.weekend),
        ...deleted.races.map(raceChanged.subject),
        ...deleted.cars.map(carChanged.subject),
      )
      await removeUnusedImages(sql, [...new Set(races.flatMap(({ image }) => image?.id ?? []))])
      const at = await databaseTime(sql)
      const before = { ...weekendReply(weekend), races: races.length, cars: cars.length }
      const subject = { type: 'weekend', id } as const
      const action = adminAction({ at, caller, action: 'weekend.deleted', subject, before, after: null })
      return { reply: undefined, published: await publish(sql, id, deleted, action) }
    })
