import { resultPublished } from '@purple-sector/contracts/admin/events'
import type { ParsedCall } from '@purple-sector/contracts/call'
import type { applyResult } from '@purple-sector/contracts/weekends/internal'
import type { Database } from '@purple-sector/database'
import { recordPushedState } from '@purple-sector/messaging'
import { projectResult } from './races/result-projection.ts'

/**
 * Applies a result pushed by race control, as its event does; the second of the two changes nothing.
 * Lock order: record the pushed state before locking the race row, as the event handler does; otherwise the two would
 * deadlock.
 */
export const applyResultOf =
  ({ database }: { database: Database }) =>
  (state: ParsedCall<typeof applyResult>['request']): Promise<Record<string, never>> =>
    database.transaction(async (sql) => {
      if (await recordPushedState(sql, 'weekends', resultPublished, state)) await projectResult(sql, state.data)
      return {}
    })
