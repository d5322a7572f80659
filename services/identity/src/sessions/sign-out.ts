import type { Caller } from '@purple-sector/service-kit'
import type { IdentityDependencies } from '../identity-dependencies.ts'
import { sessionRepository } from './session-repository.ts'

/** Ends the session of the call. */
export const signOut =
  ({ database }: Pick<IdentityDependencies, 'database'>) =>
  ({ sessionId }: Caller): Promise<void> =>
    database.transaction((sql) => sessionRepository(sql).end(sessionId))

/** Ends every session of the caller, this one too. */
export const signOutEverywhere =
  ({ database, log }: Pick<IdentityDependencies, 'database' | 'log'>) =>
  async ({ userId }: Caller): Promise<void> => {
    await database.transaction((sql) => sessionRepository(sql).endAll(userId))
    log.info({ userId }, 'signed out everywhere')
  }
