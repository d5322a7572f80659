import { resultPublished } from '@purple-sector/contracts/admin/events'
import { carChanged, raceChanged, weekendChanged } from '@purple-sector/contracts/weekends/events'
import { openDatabase } from '@purple-sector/database'
import { aCar, aRace, aResult, aWeekend, hoursFromNow } from '@purple-sector/testing/builders'
import type { BenchDatabase, BenchPostgres } from '../database/bench-postgres.ts'
import { waitFor } from '../wait-for.ts'
import { fillGame } from './fill-game.ts'
import { sizeOf } from './game-size.ts'
import { groupPushOf } from './groups.ts'
import { startTipping, type TippingRun, tippingAccessOf } from './tipping-run.ts'

export const WEEKEND_ID = 1
export const RACE_ID = 1
const CARS = Array.from({ length: 24 }, (_, index) => index + 1)

/** A small weekend that is scored first, so that connections and caches are as warm as in production. */
export const WARM_UP = { weekendId: 2, raceId: 11, carIds: [101, 102, 103] }

/** The second favourite wins, followed by the fifth and the ninth; the rest by number. */
const FINISHED = [2, 5, 9, ...CARS.filter((car) => ![2, 5, 9].includes(car))]
/** A penalty drops the winner to second. */
const CORRECTED = [5, 2, ...FINISHED.slice(2)]

export const firstResult = aResult({ weekendId: WEEKEND_ID, raceId: RACE_ID, finished: FINISHED })
export const correctedResult = {
  ...firstResult,
  revision: 2,
  classification: aResult({ weekendId: WEEKEND_ID, raceId: RACE_ID, finished: CORRECTED }).classification,
}

const warmUpResult = aResult({ ...WARM_UP, finished: WARM_UP.carIds })

/** Milliseconds until the boards were committed, and until the last group's event was committed. */
export type ScoringTimes = { board: number; published: number }

/** Publishes a result as race control does; resolves when all its events are committed. */
export const publishResult = async (run: TippingRun, result: typeof firstResult): Promise<ScoringTimes> => {
  const { raceId } = result
  let startedAt = 0
  const until = (event: Promise<void>): Promise<number> => event.then(() => performance.now() - startedAt)
  const times = Promise.all([until(run.scored(raceId)), until(run.published(raceId))])
  startedAt = performance.now()
  await run.publishEvent(resultPublished, result)
  const [board, published] = await times
  return { board, published }
}

export const warmUp = (run: TippingRun): Promise<ScoringTimes> => publishResult(run, warmUpResult)

const setUp = async (run: TippingRun, startTime: string): Promise<void> => {
  const weekendId = WEEKEND_ID
  await run.publishEvent(weekendChanged, aWeekend({ id: weekendId }))
  await run.publishEvent(raceChanged, aRace({ id: RACE_ID, weekendId, startTime }))
  await run.publishEvent(raceChanged, aRace({ id: RACE_ID + 1, weekendId, startTime: hoursFromNow(24) }))
  for (const id of CARS) await run.publishEvent(carChanged, aCar({ id, weekendId }))
  await run.publishEvent(weekendChanged, aWeekend({ id: WARM_UP.weekendId }))
  await run.publishEvent(raceChanged, aRace({ id: WARM_UP.raceId, weekendId: WARM_UP.weekendId, startTime }))
  for (const id of WARM_UP.carIds) await run.publishEvent(carChanged, aCar({ id, weekendId: WARM_UP.weekendId }))
  const cars = CARS.length + WARM_UP.carIds.length
  await waitFor('the cars', async () => (await run.database('cars')).length === cars)
}

/** Returns whether no work is pending: all participants are counted, and the outbox is empty. */
const idleCheck = (run: TippingRun) => async (): Promise<boolean> => {
  const { rows } = await run.database.raw<{ rows: { busy: boolean }[] }>(
    `select exists (select from standings where since_version is null) or exists (select from scopes_to_refresh)
       or exists (select from pending_scoring_events) or exists (select from outbox) as busy`,
  )
  return rows[0]?.busy === false
}

/**
 * Creates the database that every measurement copies.
 * It has a weekend with a locked race, its tips and groups, and the boards before the first result.
 */
export const prepareScoringGame = async (
  postgres: BenchPostgres,
  name: string,
  participants: number,
  /** Further services whose schemas are created. */
  furtherServices: readonly string[] = [],
): Promise<BenchDatabase> => {
  const database = await postgres.create(name, ['tipping', ...furtherServices])
  const locksAt = new Date(Date.now() - 4 * 3_600_000)
  const run = await startTipping(tippingAccessOf(database))
  await setUp(run, new Date(locksAt.getTime() + 120_000).toISOString())
  const game = { weekendId: WEEKEND_ID, categoryId: 1, carIds: CARS }
  await fillGame(run.database, game, sizeOf(participants), {
    locksAt,
    createGroups: (plans) => run.pushGroups(plans.map((plan) => groupPushOf(plan, game))),
  })
  const small = { ...WARM_UP, categoryId: 1 }
  const withoutGroups = { participants: 100, groups: 0, membersOfGroup: 0 }
  await fillGame(run.database, small, withoutGroups, { locksAt, createGroups: async () => {} })
  await waitFor('the boards', idleCheck(run), 600_000)
  await run.stop()
  const admin = openDatabase({ url: database.adminUrl, schema: 'tipping', maxConnections: 1 })
  await admin.raw('vacuum (analyze)').finally(() => admin.destroy())
  return database
}
