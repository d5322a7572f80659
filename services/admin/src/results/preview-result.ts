import type { Preview, ResultBody } from '@purple-sector/contracts/admin/http'
import type { Database } from '@purple-sector/database'
import type { Weekends } from '../projections/ask-weekends.ts'
import type { Tipping } from './ask-tipping.ts'
import { judgeResult } from './judge-result.ts'
import { isSame } from './result.ts'
import { resultRepository } from './result-repository.ts'

type Seams = { database: Database; weekends: Weekends; tipping: Tipping }

/** What publishing this result would change. Closes no session, writes nothing. */
export const previewResult = ({ database, weekends, tipping }: Seams) => {
  const judge = judgeResult({ database, weekends })
  return async (raceId: number, body: ResultBody): Promise<Preview> => {
    const { race, verdict } = await judge(raceId, body)
    const current = await resultRepository(database).current(raceId)
    const isNew = !current || !isSame(current, verdict)
    return tipping.preview({
      raceId,
      weekendId: race.weekendId,
      revision: (current?.revision ?? 0) + (isNew ? 1 : 0),
      status: verdict.status,
      places: verdict.classification.flatMap(({ carId, place }) => (place === null ? [] : [{ carId, place }])),
    })
  }
}
