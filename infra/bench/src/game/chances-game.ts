import { carChanged, raceChanged, weekendChanged } from '@purple-sector/contracts/weekends/events'
import { generateIdentityKeys, IDENTITY_HEADER, identitySigner } from '@purple-sector/service-kit'
import { aCar, aFan, aRace, aResult, aWeekend, hoursFromNow } from '@purple-sector/testing/builders'
import { waitFor } from '../wait-for.ts'
import { fillGame } from './fill-game.ts'
import type { GameSize } from './game-size.ts'
import { groupPushOf, userIdOf } from './groups.ts'
import { publishResult } from './scoring-game.ts'
import type { TippingRun } from './tipping-run.ts'

export const CHANCES_WEEKEND_ID = 1
/** A weekend with an open race, for tips beside the chances. */
export const OPEN_WEEKEND_ID = 2
/** One more than finish: each measurement takes another one out, so that nothing is in memory. */
export const CAR_IDS = Array.from({ length: 27 }, (_, index) => index + 1)

/** Creates a weekend with a scored race and a locked one, its tips and groups. */
export const fillChancesGame = async (run: TippingRun, size: GameSize): Promise<void> => {
  const weekendId = CHANCES_WEEKEND_ID
  const locksAt = new Date(Date.now() - 4 * 3_600_000)
  const startTime = new Date(locksAt.getTime() + 120_000).toISOString()
  await run.publishEvent(weekendChanged, aWeekend({ id: weekendId }))
  await run.publishEvent(weekendChanged, aWeekend({ id: OPEN_WEEKEND_ID }))
  for (const id of [1, 2]) await run.publishEvent(raceChanged, aRace({ id, weekendId, startTime }))
  await run.publishEvent(raceChanged, aRace({ id: 3, weekendId: OPEN_WEEKEND_ID, startTime: hoursFromNow(24) }))
  for (const id of CAR_IDS) {
    await run.publishEvent(carChanged, aCar({ id, weekendId }))
    await run.publishEvent(carChanged, aCar({ id: 100 + id, weekendId: OPEN_WEEKEND_ID }))
  }
  await waitFor('the cars', async () => (await run.database('cars')).length === 2 * CAR_IDS.length)
  const game = { weekendId, categoryId: 1, carIds: CAR_IDS }
  await fillGame(run.database, game, size, {
    locksAt,
    createGroups: (plans) => run.pushGroups(plans.map((plan) => groupPushOf(plan, game))),
  })
  const isCounted = async () => !(await run.database('standings').whereNull('since_version').first('scope_id'))
  await waitFor('the boards', isCounted, 600_000)
  await publishResult(run, aResult({ weekendId, raceId: 1, finished: CAR_IDS }))
}

/** Takes one car out and the others in: chances of another list of cars are computed again. */
export const takeCarOut = async (run: Pick<TippingRun, 'database'>, carId: number): Promise<void> => {
  await run.database('cars').where({ weekend_id: CHANCES_WEEKEND_ID }).update({ status: 'active' })
  await run.database('cars').where({ id: carId }).update({ status: 'retired' })
}

/** Keys of a tipping run, and the headers of requests of the game's fans, by number. */
export const fanHeaders = () => {
  const { publicKey, privateKey } = generateIdentityKeys()
  const sign = identitySigner(privateKey)
  return {
    publicKey,
    headersOf: async (number: number): Promise<Record<string, string>> => ({
      [IDENTITY_HEADER]: await sign(aFan({ userId: userIdOf(number) })),
    }),
  }
}
