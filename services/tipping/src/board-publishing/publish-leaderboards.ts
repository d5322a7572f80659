import type { Database, Transaction } from '@purple-sector/database'
import { outbox } from '@purple-sector/messaging'
import { finalizeRequests } from '../scoring/scoring-requests-sql.ts'
import { applyScoringSettings } from '../scoring/scoring-settings-sql.ts'
import { standingLedger } from '../scoring/standing-ledger-sql.ts'
import { appendGroupBoards, GROUP_BATCH_SIZE } from './board-events-sql.ts'
import { type PendingScoring, pendingLeaderboardEvents } from './pending-leaderboard-events-sql.ts'
import { rowLocks } from './row-locks-sql.ts'

/** Groups per transaction, which holds the weekend's row lock. */
const BATCH_SIZE = 500

/**
 * Appends the events that follow the last board, one per scored revision and oldest first, and finalizes the requests.
 */
export const finishScoring = async (sql: Transaction, scoring: Omit<PendingScoring, 'cause'>): Promise<void> => {
  const { announcements, traceparent } = scoring
  await outbox(sql).appendMany(announcements, traceparent === null ? {} : { traceparent })
  await finalizeRequests(sql, scoring, 'done')
}

/**
 * Publishes a batch of pending boards, and with the last batch everything that follows; returns the size of the batch.
 */
const publishBatch = async (sql: Transaction, scoring: PendingScoring, size: number): Promise<number> => {
  const { weekendId, cause, traceparent } = scoring
  const pending = pendingLeaderboardEvents(sql)
  const standings = standingLedger(sql)
  await standings.prepare()
  const claimed = await pending.claimBatch(weekendId, size)
  if (claimed > 0) await appendGroupBoards(sql, weekendId, cause, traceparent === null ? {} : { traceparent })
  await standings.clearChangedBoards()
  if (claimed === size) await pending.markResumed(weekendId)
  else {
    await finishScoring(sql, scoring)
    await pending.remove(weekendId)
  }
  return claimed
}

/**
 * Publishes everything that is pending in these weekends, in the caller's transaction.
 *
 * Call it while holding the weekends' row locks, before changing a standing or giving a board another version: so no
 * version is skipped, and each event shows the board as its scoring left it. Lock order: a caller that locks a race's
 * row afterwards passes its `raceId`, because that row comes before the events' key.
 */
export const publishPending = async (
  sql: Transaction,
  weekendIds: readonly number[],
  raceId?: number,
): Promise<void> => {
  const pending = await pendingLeaderboardEvents(sql).find(weekendIds)
  if (pending.length === 0) return
  await applyScoringSettings(sql)
  if (raceId !== undefined) await rowLocks(sql).race(raceId)
  await rowLocks(sql).eventKeys(pending.map(({ weekendId }) => weekendId))
  for (const scoring of pending) while ((await publishBatch(sql, scoring, GROUP_BATCH_SIZE)) === GROUP_BATCH_SIZE);
}

/**
 * Locks the weekends' rows, first in the lock order, and publishes what is pending in them (ADR 24). Standings and
 * board versions change only under these locks, and a scoring holds its own until it commits. Tips do not wait for
 * them.
 */
export const selectWeekendsForUpdate = async (sql: Transaction, weekendIds: readonly number[]): Promise<void> => {
  if (weekendIds.length === 0) return
  await rowLocks(sql).weekends(weekendIds)
  await publishPending(sql, weekendIds)
}

/**
 * Locks one weekend's row and publishes what is pending in it. Lock order: a caller that also locks a race's row passes
 * its `raceId`, because that row comes before the events' key.
 */
export const selectWeekendForUpdate = async (sql: Transaction, weekendId: number, raceId?: number): Promise<void> => {
  await rowLocks(sql).weekend(weekendId)
  await publishPending(sql, [weekendId], raceId)
}

/**
 * Publishes what is pending in a weekend, in short transactions one after another; returns the number of boards. Any
 * number of processes may call it. If one is killed, the next publishes the rest.
 */
export const publishLeaderboards =
  ({ database, batchSize = BATCH_SIZE }: { database: Database; batchSize?: number }) =>
  async (weekendId: number): Promise<number> => {
    // Usually nothing is pending; then no row is locked.
    if ((await pendingLeaderboardEvents(database).find([weekendId])).length === 0) return 0
    let published = 0
    for (let claimed = batchSize; claimed === batchSize; published += claimed)
      claimed = await database.transaction(async (sql) => {
        await applyScoringSettings(sql)
        await rowLocks(sql).weekend(weekendId)
        const [scoring] = await pendingLeaderboardEvents(sql).find([weekendId])
        return scoring ? publishBatch(sql, scoring, batchSize) : 0
      })
    return published
  }
