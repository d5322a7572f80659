import type { Database } from '@purple-sector/database'

/*
 * Reports with their bytes. One a weekend is under way. `due_at` is when a worker may take it: one that waits, from then
 * on; one that runs, when whoever runs it has not been heard of until then. `attempts` counts takings, and with it
 * whoever was overtaken is known.
 */
const reports = `
create table reports (
  id integer generated always as identity primary key,
  weekend_id integer not null,
  filename text not null,
  state text not null default 'waiting' check (state in ('waiting', 'running', 'done', 'failed')),
  progress integer not null default 0,
  attempts integer not null default 0,
  due_at timestamptz not null default clock_timestamp(),
  pages integer,
  bytes integer,
  error text,
  content bytea,
  created_at timestamptz not null default clock_timestamp()
);
create unique index reports_one_under_way on reports (weekend_id) where state in ('waiting', 'running');
create index reports_weekend on reports (weekend_id, id);
create index reports_due on reports (due_at) where state in ('waiting', 'running')
`

export const up = async (sql: Database): Promise<void> => {
  await sql.raw(reports)
}

export const down = async (): Promise<void> => {
  throw new Error('Migrations are append-only.')
}
