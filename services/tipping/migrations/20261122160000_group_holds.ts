import type { Database } from '@purple-sector/database'

/* No tip is taken in these groups for the moment: they are about to move to another weekend. */
const holds = `
create table group_holds (
  move_id uuid primary key,
  scope_id bigint not null references scopes on delete cascade,
  held_until timestamptz not null
);
create index group_holds_scope on group_holds (scope_id);
`

export const up = async (sql: Database): Promise<void> => {
  await sql.raw(holds)
}

export const down = async (): Promise<void> => {
  throw new Error('Migrations are append-only.')
}
