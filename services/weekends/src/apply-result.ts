import { resultPublished } from '@purple-sector/contracts/admin/events'
import type { ParsedCall } from '@purple-sector/contracts/call'
import type { applyResult } from '@purple-sector/contracts/weekends/internal'
import type { Database } from '@purple-sector/database'
import { recordPushedState } from '@purple-sector/messaging'
import { projectResult } from './races/result-projection.ts'

/**
 * Takes over a result that race control hands over, as by its event; whichever comes second changes nothing. What is
 * known of it is noted before its race is held, as by its event too: otherwise the two would wait for each other.
 */
export const applyResultOf =
  ({ database }: { database: Database }) =>
  (state: ParsedCall<typeof applyResult>['request']): Promise<Record<string, never>> =>
    database.transaction(async (sql) => {
      if (await recordPushedState(sql, 'weekends', resultPublished, state)) await projectResult(sql, state.data)
      return {}
    })
