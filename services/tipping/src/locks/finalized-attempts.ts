import type { Database, Transaction } from '@purple-sector/database'

/** No closing is on its way for so long. */
const RETENTION = "interval '1 day'"

/** Attempts that are over: a closing of one that arrives late closes nothing. */
export const finalizedAttempts = (sql: Database | Transaction) => ({
  /** In a fixed order, so that two who tell of the same attempts cannot wait for each other. */
  async add(attempts: readonly string[]): Promise<void> {
    await sql.raw(
      `with forgotten as (delete from settled_attempts where settled_at < clock_timestamp() - ${RETENTION})
       insert into settled_attempts (attempt) select unnest(?::uuid[]) as attempt order by attempt on conflict do nothing`,
      [[...attempts]],
    )
  },

  async has(attempt: string): Promise<boolean> {
    return (await sql('settled_attempts').where({ attempt }).first('attempt')) !== undefined
  },
})
