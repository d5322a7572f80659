/**
 * A frozen worker must not keep the weekend's row: Postgres ends its transaction, another worker takes over. The rest
 * is about plans: rows of this connection's tables are unknown to the planner, which a small sample tells enough, and every
 * row is looked up once only.
 */
export const SCORING_SETTINGS = `
set local idle_in_transaction_session_timeout = '10s';
set local work_mem = '64MB';
set local jit = off;
set local default_statistics_target = 10;
set local enable_memoize = off`
