import { carChanged, raceChanged, weekendChanged } from '@purple-sector/contracts/weekends/events'
import { weekendStateSchema } from '@purple-sector/contracts/weekends/internal'
import type { Database } from '@purple-sector/database'
import { noteState } from '@purple-sector/messaging'
import type { ServiceCalls } from '@purple-sector/service-kit'
import { learnCar } from './car-repository.ts'
import { learnRace } from './session-repository.ts'
import { isWeekendDeleted, learnWeekend } from './weekend-repository.ts'

/** Asks the owner for a weekend's present state and takes it over; false where there is no such weekend. */
export type AskWeekends = (weekendId: number, timeoutMs?: number) => Promise<boolean>

/**
 * An administrator may tip right after entering a car, before its event has arrived here: tipping asks weekends once
 * before it calls a session or a car unknown (contract, HTTP in general).
 */
export const askWeekends =
  (database: Database, calls: ServiceCalls): AskWeekends =>
  async (weekendId, timeoutMs = 2_000) => {
    const reply = await calls.call('weekends', {
      method: 'GET',
      path: `/internal/weekends/${weekendId}/state`,
      timeoutMs,
    })
    if (reply.status !== 200) return false
    const { weekend, races, cars } = weekendStateSchema.parse(reply.body)
    if (weekend.data.deleted) return false
    return database.transaction(async (sql) => {
      if (await isWeekendDeleted(sql, weekendId)) return false
      if (await noteState(sql, 'tipping', weekendChanged, weekend)) await learnWeekend(sql, weekend.data)
      for (const race of races) if (await noteState(sql, 'tipping', raceChanged, race)) await learnRace(sql, race.data)
      for (const car of cars) if (await noteState(sql, 'tipping', carChanged, car)) await learnCar(sql, car.data)
      return true
    })
  }
