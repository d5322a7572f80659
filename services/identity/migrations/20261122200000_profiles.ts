import type { Database } from '@purple-sector/database'

const columns = `
-- As the door shows it: 05 is not 5.
alter table users alter column car_number type text using car_number::text;
alter table users add column theme jsonb;
alter table users add column spoiler_delay_seconds integer not null default 0
  check (spoiler_delay_seconds between 0 and 120);

-- What signed in, in words, so that its owner can tell one session from another.
alter table sessions add column browser text;
`

export const up = async (database: Database): Promise<void> => {
  await database.raw(columns)
}

/** Migrations are append-only: what one did, a later one undoes. */
export const down = async (): Promise<void> => {}
