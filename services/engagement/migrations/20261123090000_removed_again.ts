import type { Database } from '@purple-sector/database'

const columns = `
-- Accounts, too: what was under way when one was deleted may have written of it afterwards.
alter table scopes_to_remove drop constraint scopes_to_remove_type_check, alter column id type text;
alter table scopes_to_remove add check (type in ('weekend', 'group', 'user'));
-- When it is looked through once more; null before its rows were removed first.
alter table scopes_to_remove add column again_at timestamptz;
`

export const up = async (database: Database): Promise<void> => {
  await database.raw(columns)
}

/** Migrations are append-only: what one did, a later one undoes. */
export const down = async (): Promise<void> => {}
