import type { carMatchSchema, matchCarsBody } from '@purple-sector/contracts/admin/live-timing'
import type { Caller } from '@purple-sector/service-kit'
import { badField } from '@purple-sector/service-kit/errors'
import type { z } from 'zod'
import { timingSessionRepository } from '../live-timing/timing-session-repository.ts'
import { findEntered } from '../projections/car-projection.ts'
import { carMatchRepository } from './car-match-repository.ts'
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
      const carMatches = carMatchRepository(sql, raceId)
      const before = toMatchList(await carMatches.find())
      for (const { number, carId } of settings) await carMatches.set(number, carId)
      const after = toMatchList(await carMatches.find())
      const isSame = JSON.stringify(before) === JSON.stringify(after)
      if (!isSame) await auditTiming(sql, caller, raceId, { action: 'timing-cars.matched', before, after })
      return after
    })
    invalidateEnteredCars(raceId)
    return matches
  }
}
