import type { Caller } from '@purple-sector/service-kit'
import type { IdentityDependencies } from '../dependencies.ts'
import { sessionRepository } from './session-repository.ts'

/** Ends the session of the caller. */
export const signOut =
  ({ database }: Pick<IdentityDependencies, 'database'>) =>
  ({ sessionId }: Caller): Promise<void> =>
    database.transaction((sql) => sessionRepository(sql).end(sessionId))

/** Ends every session of the caller, including the current one. */
export const signOutEverywhere =
  ({ database, log }: Pick<IdentityDependencies, 'database' | 'log'>) =>
  async ({ userId }: Caller): Promise<void> => {
    await database.transaction((sql) => sessionRepository(sql).endAll(userId))
    log.info({ event: 'session.all_ended', userId }, 'Signed out everywhere')
  }
