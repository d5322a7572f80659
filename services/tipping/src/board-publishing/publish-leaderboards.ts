import { weekendKey } from '@purple-sector/contracts/event'
import type { Database, Transaction } from '@purple-sector/database'
import { outbox } from '@purple-sector/messaging'
import { finalizeRequests } from '../scoring/finalize-requests-sql.ts'
import { SCORING_SETTINGS } from '../scoring/scoring-settings.ts'
import { standingLedger } from '../scoring/standing-ledger-sql.ts'
import { appendGroupBoards, GROUP_BATCH_SIZE } from './board-events-sql.ts'
import { type PendingScoring, pendingLeaderboardEvents } from './pending-leaderboard-events-sql.ts'

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
  await sql.raw(SCORING_SETTINGS)
  if (raceId !== undefined) await sql.raw('select from races where race_id = ? for no key update', [raceId])
  // All keys in one statement: all writers lock keys in the same order.
  await sql.raw('select outbox_lock_keys(?::text[])', [pending.map(({ weekendId }) => weekendKey(weekendId))])
  for (const scoring of pending) while ((await publishBatch(sql, scoring, GROUP_BATCH_SIZE)) === GROUP_BATCH_SIZE);
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
        await sql.raw(SCORING_SETTINGS)
        await sql.raw('select from weekends where id = ? for no key update', [weekendId])
        const [scoring] = await pendingLeaderboardEvents(sql).find([weekendId])
        return scoring ? publishBatch(sql, scoring, batchSize) : 0
      })
    return published
  }
