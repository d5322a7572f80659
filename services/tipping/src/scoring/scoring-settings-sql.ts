import type { Transaction } from '@purple-sector/database'

/**
 * Settings of a scoring transaction. A frozen worker must not keep the weekend's row lock: Postgres ends its
 * transaction, and another worker takes over. The other settings are for the planner, which has no statistics of this
 * connection's temporary tables: a small sample is enough, and every row is looked up only once.
 */
const SCORING_SETTINGS = `
set local idle_in_transaction_session_timeout = '10s';
set local work_mem = '64MB';
set local jit = off;
set local default_statistics_target = 10;
set local enable_memoize = off`

/** Applies these settings to the transaction. */
export const applyScoringSettings = async (sql: Transaction): Promise<void> => {
  await sql.raw(SCORING_SETTINGS)
}
