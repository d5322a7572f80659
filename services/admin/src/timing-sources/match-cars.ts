import type { carMatchSchema, matchCarsBody } from '@purple-sector/contracts/admin/live-timing'
import type { Caller } from '@purple-sector/service-kit'
import { badField } from '@purple-sector/service-kit/errors'
import type { z } from 'zod'
import { findMatches } from '../live-timing/car-matches.ts'
import { timingSessionRepository } from '../live-timing/timing-session-repository.ts'
import { findEntered } from '../projections/car-projection.ts'
import { auditTiming, raceOf, type SourceDependencies } from './manage-source.ts'

type Matches = z.infer<typeof matchCarsBody>['matches']
type Match = z.infer<typeof carMatchSchema>

const toMatchList = (matches: ReadonlyMap<string, number>): Match[] =>
  [...matches]
    .map(([number, carId]) => ({ number, carId }))
    .toSorted((left, right) => (left.number < right.number ? -1 : 1))

/**
 * Matches numbers of the source to entered cars, or with null to none; returns all matches.
 * The next snapshot uses them.
 */
export const matchCars = (dependencies: SourceDependencies & { invalidateEnteredCars(raceId: number): void }) => {
  const find = raceOf(dependencies)
  return async (caller: Caller, raceId: number, settings: Matches): Promise<Match[]> => {
    const race = await find(raceId)
    const { database, invalidateEnteredCars } = dependencies
    const enteredIds = new Set((await findEntered(database, race)).map(({ id }) => id))
    const invalidIndex = settings.findIndex(({ carId }) => carId !== null && !enteredIds.has(carId))
    if (invalidIndex >= 0) throw badField(`matches.${invalidIndex}.carId`, 'must be a car of this session')
    const matches = await database.transaction(async (sql) => {
      await timingSessionRepository(sql).ensure(race)
      const before = toMatchList(await findMatches(sql, raceId))
      for (const { number, carId } of settings) {
        const row = { race_id: raceId, number, car_id: carId }
        if (carId === null) await sql('timing_car_matches').where({ race_id: raceId, number }).delete()
        else await sql('timing_car_matches').insert(row).onConflict(['race_id', 'number']).merge()
      }
      const after = toMatchList(await findMatches(sql, raceId))
      const isSame = JSON.stringify(before) === JSON.stringify(after)
      if (!isSame) await auditTiming(sql, caller, raceId, { action: 'timing-cars.matched', before, after })
      return after
    })
    invalidateEnteredCars(raceId)
    return matches
  }
}
