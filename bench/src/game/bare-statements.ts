import type { Database } from '@purple-sector/database'
import type { BenchDatabase } from '../database/bench-postgres.ts'
import { connected, storeResult, warmUpConnection } from './baseline.ts'
import { RACE_ID, WEEKEND_ID } from './scoring-game.ts'

/** A statement as knex sent it. */
export type Statement = { sql: string; bindings: readonly unknown[] }

type Sent = { sql: string; bindings?: unknown[]; __knexTxId?: string }

/** Notes every statement a pool sends, by transaction; `end` stops that and answers them. */
export const listenToStatements = (database: Database): { end(): Map<string, Statement[]> } => {
  const byTransaction = new Map<string, Statement[]>()
  const note = ({ sql, bindings = [], __knexTxId = 'none' }: Sent): void => {
    byTransaction.set(__knexTxId, [...(byTransaction.get(__knexTxId) ?? []), { sql, bindings: [...bindings] }])
  }
  database.on('query', note)
  return {
    end() {
      database.removeListener('query', note)
      return byTransaction
    },
  }
}

/** The transaction that scored: the one that takes the request and writes awards. */
export const scoringStatements = (sent: ReadonlyMap<string, Statement[]>): Statement[] =>
  [...sent.values()].find((statements) => statements.some(({ sql }) => sql.includes('insert into awards'))) ?? []

/** Runs the worker's statements one after the other on a connection of its own; answers their milliseconds. */
export const runBare = (database: BenchDatabase, statements: readonly Statement[]): Promise<number> =>
  connected(database, async (client) => {
    await warmUpConnection(client)
    await storeResult(client)
    await client.query('insert into scoring_requests (race_id, revision, weekend_id) values ($1, 1, $2)', [
      RACE_ID,
      WEEKEND_ID,
    ])
    const startedAt = performance.now()
    for (const { sql, bindings } of statements) await client.query(sql, [...bindings])
    return performance.now() - startedAt
  })
