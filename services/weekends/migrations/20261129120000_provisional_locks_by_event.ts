import type { Database } from '@purple-sector/database'

/**
 * An attempt is a row until its outcome is known; the transaction that decides it removes the row and publishes the
 * outcome with its weekend. The locks of stored writes are confirmed by the events of those writes, too.
 */
const withWeekend = `
delete from provisional_locks where outcome = 'stored';
alter table provisional_locks drop column outcome, add column weekend_id integer;
update provisional_locks lock set weekend_id = race.weekend_id from races race where race.id = lock.race_id;
delete from provisional_locks where weekend_id is null;
alter table provisional_locks alter column weekend_id set not null;
`

export const up = async (database: Database): Promise<void> => {
  await database.raw(withWeekend)
}

export const down = async (): Promise<void> => {
  throw new Error('Migrations are append-only.')
}
