import type { CallAnswer, ParsedCall } from '@purple-sector/contracts/call'
import type { StateDefinition } from '@purple-sector/contracts/event'
import type * as calls from '@purple-sector/contracts/tipping/internal'
import {
  carChanged,
  categoryChanged,
  raceChanged,
  seasonChanged,
  weekendChanged,
} from '@purple-sector/contracts/weekends/events'
import type { Database, Transaction } from '@purple-sector/database'
import { newerStates, recordPushedState } from '@purple-sector/messaging'
import { locksOf } from '../locks/lock-read-model.ts'
import { projectSeason } from '../seasons/season-projection.ts'
import { projectCar } from './car-projection.ts'
import { projectCategory } from './category-projection.ts'
import { projectRace } from './race-projection.ts'
import { projectWeekend } from './weekend-projection.ts'

type States = ParsedCall<typeof calls.syncStates>

/**
 * Applies each new state in a transaction of its own, as by its event: locks are acquired in their one order, and
 * briefly.
 */
const applyStates =
  (database: Database) =>
  async <Data>(
    definition: StateDefinition<Data>,
    states: readonly { sequence: number; data: Data }[],
    project: (sql: Transaction, data: Data) => Promise<void>,
  ): Promise<void> => {
    for (const state of await newerStates(database, 'tipping', definition, states))
      await database.transaction(async (sql) => {
        if (await recordPushedState(sql, 'tipping', definition, state)) await project(sql, state.data)
      })
  }

/**
 * Applies the states that weekends pushes before it replies to the administrator: a new car can be tipped at once, a
 * new deadline or filter decides about the next tip, a new round takes a joker, and the reply has the locks that
 * follow. The events of the same states come later and change nothing.
 */
export const syncStates =
  ({ database }: { database: Database }) =>
  async ({
    request: { season, weekend, categories, races, cars },
  }: States): Promise<CallAnswer<typeof calls.syncStates>> => {
    const apply = applyStates(database)
    await apply(categoryChanged, categories, projectCategory)
    if (season) await apply(seasonChanged, [season], projectSeason)
    if (weekend) await apply(weekendChanged, [weekend], projectWeekend)
    await apply(raceChanged, races, projectRace)
    await apply(carChanged, cars, projectCar)
    const raceIds = races.map(({ data }) => data.id)
    return { locks: await locksOf(database, raceIds) }
  }
