import type { Database } from '@purple-sector/database'
import type { BenchDatabase } from '../database/bench-postgres.ts'
import { connected, storeResult, warmUpConnection } from './baseline.ts'
import { RACE_ID, type ScoringTimes, WEEKEND_ID } from './scoring-game.ts'

/** A statement as sent by knex. */
type Statement = { sql: string; bindings: readonly unknown[] }

type QueryEvent = { sql: string; bindings?: unknown[]; __knexTxId?: string }

/** Records every statement of a pool, by transaction; `end` stops recording and returns them. */
export const listenToStatements = (database: Database): { end(): Map<string, Statement[]> } => {
  const byTransaction = new Map<string, Statement[]>()
  const recordStatement = ({ sql, bindings = [], __knexTxId = 'none' }: QueryEvent): void => {
    byTransaction.set(__knexTxId, [...(byTransaction.get(__knexTxId) ?? []), { sql, bindings: [...bindings] }])
  }
  database.on('query', recordStatement)
  return {
    end() {
      database.removeListener('query', recordStatement)
      return byTransaction
    },
  }
}

/** The worker's statements for a result: the scoring transaction, then those of the groups. */
export type WorkerStatements = { scoring: Statement[]; notifying: Statement[] }

/** Groups statements by transaction: scoring notes award changes, groups remove pending events. */
export const workerStatements = (sent: ReadonlyMap<string, Statement[]>): WorkerStatements => {
  const transactions = [...sent].flatMap(([id, statements]) => (id === 'none' ? [] : [statements]))
  const transactionsWith = (part: string) =>
    transactions.filter((statements) => statements.some(({ sql }) => sql.includes(part)))
  return {
    scoring: transactionsWith('insert into scoring_changes')[0] ?? [],
    notifying: transactionsWith('delete from pending_leaderboard_events').flat(),
  }
}

/** Runs the worker's statements one after another on one connection; returns when each part was done. */
export const runBare = (database: BenchDatabase, { scoring, notifying }: WorkerStatements): Promise<ScoringTimes> =>
  connected(database, async (client) => {
    await warmUpConnection(client)
    await storeResult(client)
    await client.query('insert into scoring_requests (race_id, revision, weekend_id) values ($1, 1, $2)', [
      RACE_ID,
      WEEKEND_ID,
    ])
    const startedAt = performance.now()
    for (const { sql, bindings } of scoring) await client.query(sql, [...bindings])
    const board = performance.now() - startedAt
    for (const { sql, bindings } of notifying) await client.query(sql, [...bindings])
    return { board, published: performance.now() - startedAt }
  })
