import type { ResultBody } from '@purple-sector/contracts/admin/http'
import type { Database } from '@purple-sector/database'
import { notFound } from '@purple-sector/service-kit/errors'
import type { Weekends } from '../projections/ask-weekends.ts'
import { carCopies } from '../projections/car-copies.ts'
import { type Race, raceCopies } from '../projections/race-copies.ts'
import { assertEntered, assertSound, placed, type Verdict } from './result.ts'

export const noSuchRace = () => notFound('RACE_NOT_FOUND', 'There is no such session.')

/** The session and what race control says of it; throws what is wrong with it. Writes nothing but copies. */
export const judgeResult =
  ({ database, weekends }: { database: Database; weekends: Weekends }) =>
  async (raceId: number, body: ResultBody): Promise<{ race: Race; verdict: Verdict }> => {
    assertSound(body)
    const race = (await raceCopies(database).find(raceId)) ?? (await weekends.race(raceId))
    if (!race) throw noSuchRace()
    const ids = body.classification.map(({ carId }) => carId)
    const cars = carCopies(database)
    let known = await cars.find(ids)
    if (known.size < ids.length) {
      await weekends.learnCars(race)
      known = await cars.find(ids)
    }
    assertEntered(race, body.classification, known)
    const { status, reason, classification } = body
    return { race, verdict: { status, reason: reason || null, classification: placed(classification) } }
  }
