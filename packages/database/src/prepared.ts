import type { Knex } from 'knex'
import type { Database, Transaction } from './open-database.ts'

/**
 * Runs a statement that each connection parses and plans once, for those a request waits for: planning a large one
 * costs more than running it. The name belongs to this text alone; bindings are named, as in `raw`.
 */
export const prepared = <Row>(
  sql: Database | Transaction,
  name: string,
  text: string,
  bindings: Knex.ValueDict,
): Promise<{ rows: Row[]; rowCount: number | null }> =>
  Promise.resolve(sql.raw<{ rows: Row[]; rowCount: number | null }>(text, bindings).options({ name }))
