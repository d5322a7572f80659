import type { Database } from '@purple-sector/database'

/** Renames the table of provisional locks to the term of docs/glossary.md, as packages/service-kit reads it. */
const renames = `
alter table closing_attempts rename to provisional_locks;
alter table provisional_locks rename column begun_at to started_at;
alter index closing_attempts_age rename to provisional_locks_started_at;
`

export const up = async (database: Database): Promise<void> => {
  await database.raw(renames)
}

export const down = async (): Promise<void> => {
  throw new Error('Migrations are append-only.')
}
