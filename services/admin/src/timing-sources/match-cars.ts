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

const asList = (matches: ReadonlyMap<string, number>): Match[] =>
  [...matches]
    .map(([number, carId]) => ({ number, carId }))
    .toSorted((one, other) => (one.number < other.number ? -1 : 1))

/**
 * Matches numbers of the source to entered cars, or with null to none; returns all matches.
 * The next snapshot uses them.
 */
export const matchCars = (dependencies: SourceDependencies & { forget(raceId: number): void }) => {
  const find = raceOf(dependencies)
  return async (caller: Caller, raceId: number, wanted: Matches): Promise<Match[]> => {
    const race = await find(raceId)
    const { database, forget } = dependencies
    const entered = new Set((await findEntered(database, race)).map(({ id }) => id))
    const notEntered = wanted.findIndex(({ carId }) => carId !== null && !entered.has(carId))
    if (notEntered >= 0) throw badField(`matches.${notEntered}.carId`, 'must be a car of this session')
    const matches = await database.transaction(async (sql) => {
      await timingSessionRepository(sql).ensure(race)
      const before = asList(await findMatches(sql, raceId))
      for (const { number, carId } of wanted) {
        const row = { race_id: raceId, number, car_id: carId }
        if (carId === null) await sql('timing_car_matches').where({ race_id: raceId, number }).delete()
        else await sql('timing_car_matches').insert(row).onConflict(['race_id', 'number']).merge()
      }
      const after = asList(await findMatches(sql, raceId))
      const isSame = JSON.stringify(before) === JSON.stringify(after)
      if (!isSame) await auditTiming(sql, caller, raceId, { action: 'timing-cars.matched', before, after })
      return after
    })
    forget(raceId)
    return matches
  }
}
