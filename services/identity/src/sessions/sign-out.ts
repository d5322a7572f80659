import type { Identity } from '../identity.ts'
import { sessionRepository } from './session-repository.ts'

/** Ends one session. */
export const signOut =
  ({ database }: Pick<Identity, 'database'>) =>
  (sessionId: string): Promise<void> =>
    database.transaction((sql) => sessionRepository(sql).end(sessionId))

/** Ends every session of a user, this one too. */
export const signOutEverywhere =
  ({ database, log }: Pick<Identity, 'database' | 'log'>) =>
  async (userId: string): Promise<void> => {
    await database.transaction((sql) => sessionRepository(sql).endAll(userId))
    log.info({ userId }, 'signed out everywhere')
  }
