import { resultPublished } from '@purple-sector/contracts/admin/events'
import type { ParsedCall } from '@purple-sector/contracts/call'
import type { takeResult } from '@purple-sector/contracts/weekends/internal'
import type { Database } from '@purple-sector/database'
import { noteState } from '@purple-sector/messaging'
import { raceRepository } from './races/race-repository.ts'
import { projectResult } from './races/result-projection.ts'

/** Takes over a result that race control hands over, as by its event; whichever comes second changes nothing. */
export const takeResultOf =
  ({ database }: { database: Database }) =>
  (state: ParsedCall<typeof takeResult>['request']): Promise<{ isKnown: boolean }> =>
    database.transaction(async (sql) => {
      if (!(await raceRepository(sql).hold(state.data.raceId))) return { isKnown: false }
      if (await noteState(sql, 'weekends', resultPublished, state)) await projectResult(sql, state.data)
      return { isKnown: true }
    })
