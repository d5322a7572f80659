import type { Database } from '@purple-sector/database'

/** Events of a service that no bus takes, out of the way of those behind them. */
const table = `
create table outbox_dead_letters (
  id bigint generated always as identity primary key,
  event_id uuid not null,
  type text not null,
  subject text not null,
  key text not null,
  sequence bigint not null,
  time timestamptz not null,
  data json not null,
  traceparent text,
  republish text,
  error text not null,
  failed_at timestamptz not null default clock_timestamp()
)
`

/** Named as it was while every service had it among its own: where it was applied then, it is not applied again. */
export const up = async (sql: Database): Promise<void> => {
  await sql.raw(table)
}

export const down = async (): Promise<void> => {
  throw new Error('Migrations are append-only.')
}
