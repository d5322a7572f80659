import type { Database } from '@purple-sector/database'

/** Renames tables and columns to the terms of docs/glossary.md. */
const renames = `
alter table recent_acts rename to recent_admin_actions;
alter table recent_admin_actions rename column kept_at to recorded_at;
alter table recent_admin_actions rename column act to action;
alter index recent_acts_kept_at rename to recent_admin_actions_recorded_at;
alter table calendar_entries rename column shown to content;
`

export const up = async (database: Database): Promise<void> => {
  await database.raw(renames)
}

export const down = async (): Promise<void> => {
  throw new Error('Migrations are append-only.')
}
