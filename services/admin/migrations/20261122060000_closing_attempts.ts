import type { Database } from '@purple-sector/database'

/**
 * An attempt keeps what became of it until tipping was told. One that is here from before was not stored, for storing
 * it took the row away: it is given up by its age.
 */
const table = `
alter table publish_attempts rename to closing_attempts;
alter index publish_attempts_age rename to closing_attempts_age;
alter table closing_attempts add column outcome text check (outcome in ('stored', 'abandoned'))
`

export const up = async (database: Database): Promise<void> => {
  await database.raw(table)
}

/** Migrations are append-only: what one did, a later one undoes. */
export const down = async (): Promise<void> => {}
