import type { DuplicateWeekendBody, Weekend } from '@purple-sector/contracts/weekends/http'
import { databaseTime, type Transaction } from '@purple-sector/database'
import type { Caller } from '@purple-sector/service-kit'
import { daysBetween, shiftDays } from '@purple-sector/service-kit/data/zoned-days'
import type { WriteMode } from '@purple-sector/service-kit/http/write-mode'
import { adminAction } from '../audit/admin-action.ts'
import { carState, type StoredCar } from '../cars/car.ts'
import { carRepository } from '../cars/car-repository.ts'
import type { WeekendsDependencies } from '../dependencies.ts'
import { publish } from '../published.ts'
import { raceState, type StoredRace } from '../races/race.ts'
import { copyOfRace } from '../races/race-entry.ts'
import { raceRepository } from '../races/race-repository.ts'
import { lockWeekend } from './lock-weekend.ts'
import { copyOfWeekend, type StoredWeekend, weekendReply, weekendState } from './weekend.ts'
import { weekendRepository } from './weekend-repository.ts'

/** Copies the races, at the same wall-clock times of the copy's days; keyed by the id of the original. */
const copyRaces = async (sql: Transaction, original: StoredWeekend, copy: StoredWeekend, now: Date) => {
  const races = raceRepository(sql)
  const days = daysBetween(original.startDate, copy.startDate)
  const copies = new Map<number, StoredRace>()
  for (const { race } of await races.list({ weekendId: original.id })) {
    const startsAt = race.startsAt && shiftDays(original.timeZone, race.startsAt, days)
    copies.set(race.id, await races.insert(copyOfRace(race, copy.id, startsAt, now)))
  }
  return copies
}

/** Copies every car that is not withdrawn, with the status active. */
const copyCars = async (sql: Transaction, originalId: number, copy: StoredWeekend, races: Map<number, StoredRace>) => {
  const cars = carRepository(sql)
  const copies: StoredCar[] = []
  for (const { race, id: _, ...car } of await cars.list({ weekendId: originalId, withdrawn: false })) {
    const raceId = (race && races.get(race.id)?.id) ?? null
    const entered = await cars.insert({ ...car, weekendId: copy.id, raceId, status: 'active' })
    if (entered) copies.push(entered)
  }
  return copies
}

/**
 * Copies a weekend with its races and cars, shifted by the difference of the start dates; never tips, results or chat.
 * The id of a deleted race stays in the filter, because only an empty list means all.
 */
export const duplicateWeekend =
  ({ commit }: Pick<WeekendsDependencies, 'commit'>) =>
  (caller: Caller, id: number, body: DuplicateWeekendBody, writeMode: WriteMode): Promise<Weekend> =>
    commit(async (sql) => {
      const weekends = weekendRepository(sql)
      const original = await lockWeekend(sql, 'shared', id)
      const at = await databaseTime(sql)
      const inserted = await weekends.insert(copyOfWeekend(original, body))
      const races = await copyRaces(sql, original, inserted, at)
      const cars = await copyCars(sql, id, inserted, races)
      const productRaceIds = original.productRaceIds.map((raceId) => races.get(raceId)?.id ?? raceId)
      const copy = { ...inserted, productRaceIds }
      await weekends.update(copy)
      const after = weekendReply(copy)
      const states = {
        weekend: weekendState(copy),
        races: [...races.values()].map((race) => raceState(race)),
        cars: cars.map((car) => carState(car)),
      }
      const subject = { type: 'weekend', id: copy.id } as const
      const action = adminAction({ at, caller, action: 'weekend.duplicated', subject, before: { id }, after })
      return { reply: after, published: await publish(sql, copy.id, states, action) }
    }, writeMode)
