import type { ParsedImport } from '@purple-sector/contracts/admin/imports'
import type { Database } from '@purple-sector/database'
import type { Caller, Logger } from '@purple-sector/service-kit'
import { AppError } from '@purple-sector/service-kit/errors'
import { currentTraceparent, inTraceOf } from '@purple-sector/telemetry/trace'
import type { publishResult } from '../results/publish-result.ts'
import { timingSessionRepository } from './timing-session-repository.ts'

type Dependencies = {
  database: Database
  publish: ReturnType<typeof publishResult>
  readOrder: (raceId: number) => Promise<{ parsed: ParsedImport; isPodiumCertain: boolean }>
  log: Logger
}

/** The actor in the audit log for results that are published automatically. */
const SOURCE: Caller = {
  userId: 'live-timing',
  sessionId: 'live-timing',
  username: 'Live timing',
  firstName: null,
  lastName: null,
  isAdmin: true,
}

/** As of results that race control publishes (`isAlwaysTraced`). */
const PUBLISH_SPAN = { name: 'publish timing result', sampling: 'always' } as const

/** Whether a retry would be rejected again. Other errors, such as an unavailable weekends service, are retried. */
const isPermanentFailure = (error: unknown): boolean =>
  error instanceof AppError && (error.kind === 'bad-request' || error.kind === 'conflict' || error.kind === 'not-found')

/**
 * Publishes the final order of ended sessions as `provisional`, once a generation, if their source is set to do so.
 * Leaves a session to race control whose podium is not certain: a car of it is not entered, a retired car may be
 * classified in it, or the session ended under a red flag.
 */
export const publishEnded = ({ database, publish, readOrder, log }: Dependencies) => {
  const sessions = timingSessionRepository(database)

  const publishOne = async (raceId: number): Promise<void> => {
    const { parsed, isPodiumCertain } = await readOrder(raceId)
    const { classification, errors, notes } = parsed
    if (errors.length > 0 || !isPodiumCertain) {
      log.warn(
        { event: 'timing_result.needs_review', raceId, errors, notes },
        'Final order not published automatically; race control has to check and publish it',
      )
      return
    }
    await publish(SOURCE, raceId, { status: 'provisional', classification, baseRevision: 0 })
    log.info({ event: 'timing_result.published', raceId }, 'Final order published as a provisional result')
  }

  return async (): Promise<void> => {
    for (const { raceId, generation } of await sessions.findPublishable()) {
      if (!(await sessions.markPublished(raceId, generation))) continue
      try {
        await inTraceOf({ traceparent: currentTraceparent() }, () => publishOne(raceId), PUBLISH_SPAN)
      } catch (error) {
        log.warn(
          { event: 'timing_result.publish_failed', err: error, raceId },
          'Automatic publication of the final order failed',
        )
        if (!isPermanentFailure(error)) await sessions.unmarkPublished(raceId, generation)
      }
    }
  }
}
