import type { Database } from '@purple-sector/database'

/*
 * A session closed for a result that is not stored yet, once per attempt to store one: `otherwise` is when it would lock
 * without (the same in all rows of a session; null: open), `due_at` when tipping asks what became of the attempt.
 */
const table = `
create table provisional_locks (
  attempt uuid primary key,
  race_id integer not null,
  otherwise timestamptz,
  due_at timestamptz not null
);
create index provisional_locks_race on provisional_locks (race_id);
`

export const up = async (sql: Database): Promise<void> => {
  await sql.raw(table)
}

export const down = async (): Promise<void> => {
  throw new Error('Migrations are append-only.')
}
