import type { Caller } from '@purple-sector/service-kit'
import { notFound } from '@purple-sector/service-kit/errors'
import type { IdentityDependencies } from '../dependencies.ts'
import { sessionRepository } from './session-repository.ts'

/** Ends one session of the caller, possibly the current one. */
export const endOwnSession =
  ({ database, log }: Pick<IdentityDependencies, 'database' | 'log'>) =>
  async ({ userId }: Caller, id: string): Promise<void> => {
    const isEnded = await database.transaction((sql) => sessionRepository(sql).endOf(userId, id))
    if (!isEnded) throw notFound('SESSION_NOT_FOUND', 'You have no such sign-in.')
    log.info({ event: 'session.ended', userId }, 'Signed out in one browser')
  }
