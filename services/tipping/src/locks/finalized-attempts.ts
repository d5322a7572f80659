import type { Database, Transaction } from '@purple-sector/database'

/** Longer than the delay of any late close. */
const RETENTION = "interval '1 day'"

/** Finalized attempts: a late close of one of them closes nothing. */
export const finalizedAttempts = (sql: Database | Transaction) => ({
  /** Adds attempts in a fixed order, so that two transactions that finalize the same attempts cannot deadlock. */
  async add(attempts: readonly string[]): Promise<void> {
    await sql.raw(
      `with expired as (delete from finalized_attempts where finalized_at < clock_timestamp() - ${RETENTION})
       insert into finalized_attempts (attempt) select unnest(?::uuid[]) as attempt order by attempt on conflict do nothing`,
      [[...attempts]],
    )
  },

  async has(attempt: string): Promise<boolean> {
    return (await sql('finalized_attempts').where({ attempt }).first('attempt')) !== undefined
  },
})
