import type { ResultBody } from '@purple-sector/contracts/admin/http'
import { notFound } from '@purple-sector/service-kit/errors'
import type { RaceControlDependencies } from '../dependencies.ts'
import { findCars } from '../projections/car-projection.ts'
import { nameOfCategory } from '../projections/category-projection.ts'
import { findRace, type Race } from '../projections/race-projection.ts'
import { assertEntered, assertSound, placed, type Verdict } from './result.ts'

export const noSuchRace = () => notFound('RACE_NOT_FOUND', 'There is no such session.')

type Judgement = {
  race: Race
  verdict: Verdict
  /** Weekends has just named the cars. */
  hasAskedForCars: boolean
}

/** The race and what race control says of it; throws what is wrong with it. Writes nothing but projections. */
export const judgeResult =
  ({ database, weekends }: Pick<RaceControlDependencies, 'database' | 'weekends'>) =>
  async (raceId: number, body: ResultBody): Promise<Judgement> => {
    assertSound(body)
    const race = (await findRace(database, raceId)) ?? (await weekends.findRace(raceId))
    if (!race) throw noSuchRace()
    const ids = body.classification.map(({ carId }) => carId)
    let known = await findCars(database, ids)
    const hasAskedForCars = known.size < ids.length
    if (hasAskedForCars) {
      await weekends.projectCars(race)
      known = await findCars(database, ids)
    }
    const category = await nameOfCategory(database, race.categoryId)
    assertEntered({ ...race, category }, body.classification, known)
    const { status, reason, classification } = body
    return {
      race,
      hasAskedForCars,
      verdict: { status, reason: reason || null, classification: placed(classification) },
    }
  }
