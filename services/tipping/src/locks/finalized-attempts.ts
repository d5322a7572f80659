import type { Transaction } from '@purple-sector/database'

/** Longer than the delay of any late close. */
const RETENTION = "interval '1 day'"

/** Finalized attempts: a late close of one of them closes nothing. */
export const finalizedAttempts = (sql: Transaction) => ({
  async add(attempt: string): Promise<void> {
    await sql.raw(
      `with expired as (delete from finalized_attempts where finalized_at < clock_timestamp() - ${RETENTION})
       insert into finalized_attempts (attempt) values (?) on conflict do nothing`,
      [attempt],
    )
  },

  async has(attempt: string): Promise<boolean> {
    return (await sql('finalized_attempts').where({ attempt }).first('attempt')) !== undefined
  },
})
