import type { Database } from '@purple-sector/database'

/*
 * Which weekends anybody may read the results of. Weekends is asked for those that are here already at the next start,
 * where no mark says that the copies were filled.
 */
const weekends = `
create table weekends (id integer primary key, name text not null, status text not null, is_active boolean not null);
do $$ begin
  if to_regclass('bootstraps') is not null then
    delete from bootstraps where consumer = 'admin' and owner = 'weekends';
  end if;
end $$;
`

export const up = async (sql: Database): Promise<void> => {
  await sql.raw(weekends)
}

export const down = async (): Promise<void> => {
  throw new Error('Migrations are append-only.')
}
