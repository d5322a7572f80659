import type { ParsedCall } from '@purple-sector/contracts/call'
import { userChanged } from '@purple-sector/contracts/identity/events'
import type * as calls from '@purple-sector/contracts/tipping/internal'
import type { Database } from '@purple-sector/database'
import { recordPushedState } from '@purple-sector/messaging'
import { projectUser } from './user-projection.ts'

/** Applies a user state that identity pushes, as its event does; the second of the two changes nothing. */
export const applyUser =
  ({ database }: { database: Database }) =>
  ({ request: state }: ParsedCall<typeof calls.applyUser>): Promise<Record<string, never>> =>
    database.transaction(async (sql) => {
      if (await recordPushedState(sql, 'tipping', userChanged, state)) await projectUser(sql, state.data)
      return {}
    })
