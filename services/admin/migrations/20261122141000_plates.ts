import type { Database } from '@purple-sector/database'

/* The door of a car that was told until now showed its number. */
const plates = `
alter table cars add column plate text;
update cars set plate = number::text;
alter table cars alter column plate set not null;
`

export const up = async (sql: Database): Promise<void> => {
  await sql.raw(plates)
}

export const down = async (): Promise<void> => {
  throw new Error('Migrations are append-only.')
}
