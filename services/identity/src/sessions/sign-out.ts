import type { IdentityDependencies } from '../identity-dependencies.ts'
import { sessionRepository } from './session-repository.ts'

/** Ends one session. */
export const signOut =
  ({ database }: Pick<IdentityDependencies, 'database'>) =>
  (sessionId: string): Promise<void> =>
    database.transaction((sql) => sessionRepository(sql).end(sessionId))

/** Ends every session of a user, this one too. */
export const signOutEverywhere =
  ({ database, log }: Pick<IdentityDependencies, 'database' | 'log'>) =>
  async (userId: string): Promise<void> => {
    await database.transaction((sql) => sessionRepository(sql).endAll(userId))
    log.info({ userId }, 'signed out everywhere')
  }
