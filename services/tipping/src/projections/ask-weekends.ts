import type { StateDefinition } from '@purple-sector/contracts/event'
import { carChanged, raceChanged, weekendChanged } from '@purple-sector/contracts/weekends/events'
import { wholeWeekendSchema } from '@purple-sector/contracts/weekends/internal'
import type { Database, Transaction } from '@purple-sector/database'
import { newerStates, noteState } from '@purple-sector/messaging'
import type { ServiceCalls } from '@purple-sector/service-kit'
import { projectCar } from './car-projection.ts'
import { projectRace } from './race-projection.ts'
import { isWeekendDeleted, projectWeekend } from './weekend-projection.ts'

/** Asks the owner for a weekend's present state and takes it over; false where there is no such weekend. */
export type AskWeekends = (weekendId: number, timeoutMs?: number) => Promise<boolean>

/** Each state that is news, in a transaction of its own as by its event: locks are taken in their one order, and briefly. */
const takeOver =
  (database: Database, weekendId: number) =>
  async <Data>(
    definition: StateDefinition<Data>,
    states: readonly { sequence: number; data: Data }[],
    learn: (sql: Transaction, data: Data) => Promise<void>,
  ): Promise<void> => {
    for (const state of await newerStates(database, 'tipping', definition, states))
      await database.transaction(async (sql) => {
        if (await isWeekendDeleted(sql, weekendId)) return
        if (await noteState(sql, 'tipping', definition, state)) await learn(sql, state.data)
      })
  }

/**
 * An administrator may tip right after entering a car, before its event has arrived here: tipping asks weekends once
 * before it calls a race or a car unknown (docs/contract.md, HTTP in general).
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
    const { weekend, races, cars } = wholeWeekendSchema.parse(reply.body)
    if (weekend.data.deleted) return false
    if (await database.transaction((sql) => isWeekendDeleted(sql, weekendId))) return false
    const take = takeOver(database, weekendId)
    await take(weekendChanged, [weekend], projectWeekend)
    await take(raceChanged, races, projectRace)
    await take(carChanged, cars, projectCar)
    return true
  }
