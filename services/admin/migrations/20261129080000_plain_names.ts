import type { Database } from '@purple-sector/database'

/** Renames tables and columns to the terms of docs/glossary.md. */
const renames = `
alter table closing_attempts rename to provisional_locks;
alter table provisional_locks rename column begun_at to started_at;
alter index closing_attempts_age rename to provisional_locks_started_at;
alter table timing_sessions rename column kept to latest;
alter table timing_sessions rename column shown to visible;
alter table session_locks rename column is_told to is_published;
alter table webhook_boards rename column told_at to published_at;
alter index reports_one_under_way rename to reports_one_in_progress;
`

export const up = async (database: Database): Promise<void> => {
  await database.raw(renames)
}

export const down = async (): Promise<void> => {
  throw new Error('Migrations are append-only.')
}
