import type { Database } from '@purple-sector/database'
import { sessionRepository } from './session-repository.ts'

/** Ends one session. */
export const signOut =
  ({ database }: { database: Database }) =>
  (sessionId: string): Promise<void> =>
    database.transaction((sql) => sessionRepository(sql).end(sessionId))

/** Ends every session of a user, this one too. */
export const signOutEverywhere =
  ({ database }: { database: Database }) =>
  (userId: string): Promise<void> =>
    database.transaction((sql) => sessionRepository(sql).endAll(userId))
