import type { Database } from '@purple-sector/database'

/**
 * A try to publish a session's first result, from before tipping closes the session until the result is stored with it
 * in one transaction. One that is gone can store nothing any more, so whoever removes it decides that it failed.
 */
const table = `
create table publish_attempts (
  id uuid primary key,
  race_id integer not null,
  begun_at timestamptz not null default clock_timestamp()
);
create index publish_attempts_age on publish_attempts (begun_at)
`

export const up = async (database: Database): Promise<void> => {
  await database.raw(table)
}

/** Migrations are append-only: what one did, a later one undoes. */
export const down = async (): Promise<void> => {}
