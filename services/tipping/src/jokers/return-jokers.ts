import { type JokerReturnReason, jokersReturned } from '@purple-sector/contracts/tipping/events'
import type { Database, Transaction } from '@purple-sector/database'
import { entry, outbox } from '@purple-sector/messaging'
import { type BackgroundTask, type Logger, runDueTasks } from '@purple-sector/service-kit'
import { rowLocks } from '../board-publishing/row-locks-sql.ts'
import { markSeasonForRefresh } from '../seasons/seasons-to-refresh-sql.ts'
import {
  findVoidRounds,
  type ReturnedJokers,
  removeJokersOfFormerRounds,
  removeJokersOfWeekend,
  removeLateJokers,
  VOID_ROUNDS,
} from './returned-jokers-sql.ts'

/** Fans per event, which keeps it far below the limit of the bus. */
const FANS_PER_EVENT = 1_000

const INTERVAL_MS = 2_000

/** Publishes jokers that were removed in this transaction, and has the rows of their fans computed again. */
const publishReturned = async (
  sql: Transaction,
  returned: readonly ReturnedJokers[],
  reason: JokerReturnReason,
): Promise<void> => {
  for (const { seasonId, userIds } of returned) await markSeasonForRefresh(sql, seasonId, { userIds })
  const events = returned.flatMap(({ userIds, ...round }) =>
    Array.from({ length: Math.ceil(userIds.length / FANS_PER_EVENT) }, (_, part) =>
      entry(jokersReturned, {
        ...round,
        reason,
        userIds: userIds.slice(part * FANS_PER_EVENT, (part + 1) * FANS_PER_EVENT),
      }),
    ),
  )
  await outbox(sql).appendMany(events)
}

/**
 * Gives jokers back that were played at or after the lock of a race, which race control has set back in time. Call it
 * while holding the weekend's exclusive lock and its events' key.
 */
export const returnLateJokers = async (sql: Transaction, raceId: number): Promise<void> =>
  publishReturned(sql, await removeLateJokers(sql, raceId), 'early-start')

/** Gives jokers of a season back whose weekends are no rounds of it any more. Call it while holding its exclusive lock. */
export const returnJokersOfFormerRounds = async (sql: Transaction, seasonId: number): Promise<void> =>
  publishReturned(sql, await removeJokersOfFormerRounds(sql, seasonId), 'left')

/** Gives all jokers of a deleted weekend back. */
export const returnJokersOfDeletedWeekend = (database: Database, weekendId: number): Promise<void> =>
  database.transaction(async (sql) => publishReturned(sql, await removeJokersOfWeekend(sql, weekendId), 'left'))

/**
 * Gives jokers of rounds back that are completed without a result. They stay given back if a result comes later
 * (docs/rules.md, Seasons).
 */
export const returnJokersOfVoidRounds = async (database: Database): Promise<void> => {
  for (const weekendId of await findVoidRounds(database))
    await database.transaction(async (sql) => {
      // Excludes a scoring, after which the round may be void no more.
      await rowLocks(sql).weekend(weekendId)
      if ((await findVoidRounds(sql)).includes(weekendId))
        await publishReturned(sql, await removeJokersOfWeekend(sql, weekendId), 'void')
    })
}

/** Starts the task that gives jokers of cancelled rounds back. Any number of processes may run it. */
export const startJokerReturns = ({ database, log }: { database: Database; log: Logger }): BackgroundTask =>
  runDueTasks({ database, log }, INTERVAL_MS, {
    name: 'return of jokers',
    due: VOID_ROUNDS,
    work: () => returnJokersOfVoidRounds(database),
  })
