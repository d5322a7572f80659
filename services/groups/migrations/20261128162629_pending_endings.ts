import type { Database } from '@purple-sector/database'

/*
 * Endings of memberships that are committed and that tipping may not have taken yet: what is handed over, as the call has
 * it. `user_id` is null for the end of a whole group. Mostly empty.
 */
const pendingEndings = `
create table pending_endings (
  id bigint generated always as identity primary key,
  group_id bigint not null,
  user_id text,
  published json not null,
  committed_at timestamptz not null default clock_timestamp()
);
create index on pending_endings (group_id)`

export const up = async (sql: Database): Promise<void> => {
  await sql.raw(pendingEndings)
}

export const down = async (): Promise<void> => {
  throw new Error('Migrations are append-only.')
}
