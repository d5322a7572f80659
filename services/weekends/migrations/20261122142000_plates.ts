import type { Database } from '@purple-sector/database'

/* The door of a car entered until now showed its number. Where two plates say one number, lists go by the plate. */
const plates = `
alter table cars add column plate text collate "C";
update cars set plate = number::text;
alter table cars alter column plate set not null,
  add constraint cars_plate check (plate ~ '^[0-9]{1,3}$'),
  drop constraint cars_one_per_number,
  add constraint cars_one_per_plate unique (weekend_id, category_id, plate);
`

export const up = async (sql: Database): Promise<void> => {
  await sql.raw(plates)
}

export const down = async (): Promise<void> => {
  throw new Error('Migrations are append-only.')
}
