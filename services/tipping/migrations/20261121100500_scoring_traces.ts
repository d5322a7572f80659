import type { Database } from '@purple-sector/database'

/** A session is scored in the trace of its result: what fans see leads back to what race control did. */
export const up = async (sql: Database): Promise<void> => {
  await sql.raw('alter table scoring_requests add column traceparent text')
}

export const down = async (): Promise<void> => {
  throw new Error('Migrations are append-only.')
}
