import type { ParsedImport } from '@purple-sector/contracts/admin/imports'
import type { Database } from '@purple-sector/database'
import type { Caller, Logger } from '@purple-sector/service-kit'
import { AppError } from '@purple-sector/service-kit/errors'
import type { publishResult } from '../results/publish-result.ts'
import { timingSessionRepository } from './timing-session-repository.ts'

type Dependencies = {
  database: Database
  publish: ReturnType<typeof publishResult>
  read: (raceId: number) => Promise<{ reading: ParsedImport; isPodiumCertain: boolean }>
  log: Logger
}

/** Who the audit log names where no person published. */
const SOURCE: Caller = {
  userId: 'live-timing',
  sessionId: 'live-timing',
  username: 'Live timing',
  firstName: null,
  lastName: null,
  isAdmin: true,
}

/** What is refused is refused again; all else, such as weekends that is away for a moment, is tried again at the next look. */
const isRefused = (error: unknown): boolean =>
  error instanceof AppError && (error.kind === 'bad-request' || error.kind === 'conflict' || error.kind === 'not-found')

/**
 * Publishes the order of sessions that have ended where their source was told to: once for each generation, as
 * `provisional`. One whose podium is not certain is left to race control: a car of it is not entered, a car that is out may
 * be classified in it, or the session ended under a red flag.
 */
export const publishEnded = ({ database, publish, read, log }: Dependencies) => {
  const sessions = timingSessionRepository(database)

  const publishOne = async (raceId: number): Promise<void> => {
    const { reading, isPodiumCertain } = await read(raceId)
    const { classification, errors, notes } = reading
    if (errors.length > 0 || !isPodiumCertain) {
      log.warn(
        { raceId, errors, notes },
        'the order of live timing is not published by itself: race control has to look',
      )
      return
    }
    await publish(SOURCE, raceId, { status: 'provisional', classification, baseRevision: 0 })
    log.info({ raceId }, 'published the order of live timing as a provisional result')
  }

  return async (): Promise<void> => {
    for (const { raceId, generation } of await sessions.toPublish()) {
      if (!(await sessions.markPublished(raceId, generation))) continue
      try {
        await publishOne(raceId)
      } catch (error) {
        log.warn({ err: error, raceId }, 'the order of live timing could not be published by itself')
        if (!isRefused(error)) await sessions.unmarkPublished(raceId, generation)
      }
    }
  }
}
