import type { Database } from '@purple-sector/database'

const tables = `
-- Up to which message, of whatever room, everything was written before somebody was here at all. It is no copy of
-- identity's, which does not know of messages, and outlives a rebuild. Who was here already has read nothing as before.
create table arrivals (
  user_id text primary key,
  after_id integer not null
);
insert into arrivals (user_id, after_id) select id, 0 from users;
`

export const up = async (database: Database): Promise<void> => {
  await database.raw(tables)
}

/** Migrations are append-only: what one did, a later one undoes. */
export const down = async (): Promise<void> => {}
