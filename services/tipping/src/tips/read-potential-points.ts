import type { PotentialPoints } from '@purple-sector/contracts/tipping/http'
import type { Database } from '@purple-sector/database'
import type { Caller } from '@purple-sector/service-kit'
import { notFound } from '@purple-sector/service-kit/errors'
import { scoringRepository } from '../scoring/scoring-repository.ts'
import { tipReadModel } from './tip-read-model.ts'

/** Reads what the caller's tip on a race pays by place, in each competition it counts in; practice pays nothing. */
export const readPotentialPoints =
  ({ database }: { database: Database }) =>
  ({ userId }: Caller, raceId: number): Promise<PotentialPoints[]> =>
    database.transaction(
      async (sql) => {
        const race = await scoringRepository(sql).race(raceId)
        const isDeleted = await sql('races').where({ race_id: raceId, deleted: true }).first('race_id')
        if (!race || race.isWeekendDeleted || isDeleted) throw notFound('RACE_NOT_FOUND', 'There’s no such session.')
        if (race.sessionType === 'practice') return []
        return tipReadModel(sql).potentialPoints(race, userId)
      },
      { isolationLevel: 'repeatable read', readOnly: true },
    )
