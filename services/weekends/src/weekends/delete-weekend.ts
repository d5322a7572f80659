import { carChanged, raceChanged, weekendChanged } from '@purple-sector/contracts/weekends/events'
import { databaseTime, type Transaction } from '@purple-sector/database'
import { entry, markDeleted, outbox } from '@purple-sector/messaging'
import { type Actor, adminAction } from '../audit/admin-action.ts'
import { carState } from '../cars/car.ts'
import { carRepository } from '../cars/car-repository.ts'
import { removeUnusedImages } from '../images/image-repository.ts'
import { raceState } from '../races/race.ts'
import { raceRepository } from '../races/race-repository.ts'
import { holdWeekend } from './hold-weekend.ts'
import { weekendReply, weekendState } from './weekend.ts'
import { weekendRepository } from './weekend-repository.ts'

/**
 * Deletes a weekend with its sessions and cars. The weekend is told first: who holds something of it lets all of that
 * go at once instead of session by session.
 */
export const deleteWeekend = async (sql: Transaction, actor: Actor, id: number): Promise<void> => {
  const weekend = await holdWeekend(sql, 'exclusive', id)
  const races = (await raceRepository(sql).list({ weekendId: id })).map(({ race }) => race)
  const cars = await carRepository(sql).holdAll({ weekendId: id })
  const at = await databaseTime(sql)
  const gone = [
    entry(weekendChanged, weekendState(weekend, true)),
    ...races.map((race) => entry(raceChanged, raceState(race, at, true))),
    ...cars.map((car) => entry(carChanged, carState(car, true))),
  ]
  await weekendRepository(sql).remove(id)
  await markDeleted(sql, ...gone.map(({ subject }) => subject))
  await removeUnusedImages(sql, [...new Set(races.flatMap(({ imageId }) => imageId ?? []))])
  const before = { ...weekendReply(weekend), races: races.length, cars: cars.length }
  const subject = { type: 'weekend', id } as const
  await outbox(sql).appendMany([
    ...gone,
    adminAction({ at, actor, action: 'weekend.deleted', subject, before, after: null }),
  ])
}
