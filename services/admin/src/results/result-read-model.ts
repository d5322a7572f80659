import type { Result } from '@purple-sector/contracts/admin/http'
import type { Database } from '@purple-sector/database'
import { findCars } from '../projections/car-projection.ts'
import type { Revision } from './result.ts'
import { resultRepository } from './result-repository.ts'

/** A car that is known no more; a result never names one, but must not fail for it. */
const gone = { number: 0, driver: '', team: '' }

/** Results as they are answered: rows in the order they were sent, each with its car. */
export const resultReadModel = (database: Database) => {
  const reply = async (raceId: number, revision: Revision): Promise<Result> => {
    const cars = await findCars(
      database,
      revision.classification.map(({ carId }) => carId),
    )
    const carOf = (carId: number) => {
      const { number, driver, team } = cars.get(carId) ?? gone
      return { number, driver, team }
    }
    return {
      raceId,
      revision: revision.revision,
      status: revision.status,
      reason: revision.reason,
      publishedAt: revision.publishedAt.toISOString(),
      classification: revision.classification.map((row) => ({ ...row, car: carOf(row.carId) })),
    }
  }

  return {
    reply,
    async current(raceId: number): Promise<Result | undefined> {
      const revision = await resultRepository(database).current(raceId)
      return revision && reply(raceId, revision)
    },
  }
}
