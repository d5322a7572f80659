import { weekendKey } from '@purple-sector/contracts/event'
import type { Database, Transaction } from '@purple-sector/database'
import { outbox } from '@purple-sector/messaging'
import { finalizeRequests } from '../scoring/finalize-requests.ts'
import { SCORING_SETTINGS } from '../scoring/scoring-settings.ts'
import { standingLedger } from '../scoring/standing-ledger.ts'
import { appendGroupBoards, GROUP_BATCH_SIZE } from './board-events.ts'
import { type PendingScoring, pendingLeaderboardEvents } from './pending-leaderboard-events.ts'

/** So many groups are told of in a transaction, for which it holds the weekend's row. */
const BATCH_SIZE = 500

/** What follows the last board: each revision that was scored, oldest first. Then nothing is asked for any more. */
export const finishScoring = async (sql: Transaction, scoring: Omit<PendingScoring, 'cause'>): Promise<void> => {
  const { announcements, traceparent } = scoring
  await outbox(sql).appendMany(announcements, traceparent === null ? {} : { traceparent })
  await finalizeRequests(sql, scoring, 'done')
}

/** Tells of so many groups that wait; with the last of them everything is told. Answers how many they were. */
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
 * Tells, in the caller's transaction, everything that waits in these weekends. Whoever gives a board of theirs another
 * version, or changes a standing, does this first: so none is skipped, and each says what its scoring made of it. Call
 * it while holding the weekends' rows. Who takes the row of a `race` afterwards has it taken here, before the events' key.
 */
export const publishPending = async (sql: Transaction, weekendIds: readonly number[], race?: number): Promise<void> => {
  const pending = await pendingLeaderboardEvents(sql).find(weekendIds)
  if (pending.length === 0) return
  await sql.raw(SCORING_SETTINGS)
  if (race !== undefined) await sql.raw('select from sessions where race_id = ? for no key update', [race])
  // Of several weekends all at once: everybody takes keys in one order.
  await sql.raw('select outbox_lock_keys(?::text[])', [pending.map(({ weekendId }) => weekendKey(weekendId))])
  for (const scoring of pending) while ((await publishBatch(sql, scoring, GROUP_BATCH_SIZE)) === GROUP_BATCH_SIZE);
}

/**
 * Tells what waits in a weekend, in short transactions one after another; any number of processes may. One that is
 * killed leaves the rest to the next. Answers how many boards were told.
 */
export const publishLeaderboards =
  ({ database, concurrency = BATCH_SIZE }: { database: Database; concurrency?: number }) =>
  async (weekendId: number): Promise<number> => {
    // Mostly nothing waits: then no row is locked for it.
    if ((await pendingLeaderboardEvents(database).find([weekendId])).length === 0) return 0
    let published = 0
    for (let claimed = concurrency; claimed === concurrency; published += claimed)
      claimed = await database.transaction(async (sql) => {
        await sql.raw(SCORING_SETTINGS)
        await sql.raw('select from weekends where id = ? for no key update', [weekendId])
        const [scoring] = await pendingLeaderboardEvents(sql).find([weekendId])
        return scoring ? publishBatch(sql, scoring, concurrency) : 0
      })
    return published
  }
