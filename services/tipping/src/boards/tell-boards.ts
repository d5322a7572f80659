import { weekendKey } from '@purple-sector/contracts/event'
import type { Database, Transaction } from '@purple-sector/database'
import { outbox } from '@purple-sector/messaging'
import { SCORING_SETTINGS } from '../scoring/scoring-settings.ts'
import { settleRequests } from '../scoring/settle-requests.ts'
import { standingLedger } from '../scoring/standing-ledger.ts'
import { appendGroupBoards, GROUP_BATCH_SIZE } from './board-events.ts'
import { boardsToTell, type ScoringToTell } from './boards-to-tell.ts'

/** So many groups are told of in a transaction, for which it holds the weekend's row. */
const BATCH_SIZE = 500

/** What follows the last board: each revision that was scored, oldest first. Then nothing is asked for any more. */
export const finishScoring = async (sql: Transaction, scoring: Omit<ScoringToTell, 'cause'>): Promise<void> => {
  const { announcements, traceparent } = scoring
  await outbox(sql).appendMany(announcements, traceparent === null ? {} : { traceparent })
  await settleRequests(sql, scoring, 'done')
}

/** Tells of so many groups that wait; with the last of them everything is told. Answers how many they were. */
const tellSome = async (sql: Transaction, scoring: ScoringToTell, size: number): Promise<number> => {
  const { weekendId, cause, traceparent } = scoring
  const waiting = boardsToTell(sql)
  const standings = standingLedger(sql)
  await standings.prepare()
  const taken = await waiting.take(weekendId, size)
  if (taken > 0) await appendGroupBoards(sql, weekendId, cause, traceparent === null ? {} : { traceparent })
  await standings.forgetBoards()
  if (taken === size) await waiting.goOn(weekendId)
  else {
    await finishScoring(sql, scoring)
    await waiting.end(weekendId)
  }
  return taken
}

/**
 * Tells, in the caller's transaction, everything that waits in these weekends. Whoever gives a board of theirs another
 * version, or changes a standing, does this first: so none is skipped, and each says what its scoring made of it. Call
 * it while holding the weekends' rows. Who takes the row of a `race` afterwards has it taken here, before the events' key.
 */
export const tellWaiting = async (sql: Transaction, weekendIds: readonly number[], race?: number): Promise<void> => {
  const waiting = await boardsToTell(sql).find(weekendIds)
  if (waiting.length === 0) return
  await sql.raw(SCORING_SETTINGS)
  if (race !== undefined) await sql.raw('select from sessions where race_id = ? for no key update', [race])
  // Of several weekends all at once: everybody takes keys in one order.
  await sql.raw('select outbox_lock_keys(?::text[])', [waiting.map(({ weekendId }) => weekendKey(weekendId))])
  for (const scoring of waiting) while ((await tellSome(sql, scoring, GROUP_BATCH_SIZE)) === GROUP_BATCH_SIZE);
}

/**
 * Tells what waits in a weekend, in short transactions one after another; any number of processes may. One that is
 * killed leaves the rest to the next. Answers how many boards were told.
 */
export const tellBoards =
  ({ database, concurrency = BATCH_SIZE }: { database: Database; concurrency?: number }) =>
  async (weekendId: number): Promise<number> => {
    // Mostly nothing waits: then no row is locked for it.
    if ((await boardsToTell(database).find([weekendId])).length === 0) return 0
    let told = 0
    for (let taken = concurrency; taken === concurrency; told += taken)
      taken = await database.transaction(async (sql) => {
        await sql.raw(SCORING_SETTINGS)
        await sql.raw('select from weekends where id = ? for no key update', [weekendId])
        const [scoring] = await boardsToTell(sql).find([weekendId])
        return scoring ? tellSome(sql, scoring, concurrency) : 0
      })
    return told
  }
