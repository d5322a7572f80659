import type { Database } from '@purple-sector/database'

/*
 * When a weekend is, for who looks back at theirs. Of those that are here already weekends is asked again: the service
 * does so at its next start, where no mark says that its copies were filled.
 */
const days = `
alter table weekends add column start_date date, add column end_date date;
do $$ begin
  if to_regclass('bootstraps') is not null then
    delete from bootstraps where consumer = 'tipping' and owner = 'weekends';
  end if;
end $$;
`

export const up = async (sql: Database): Promise<void> => {
  await sql.raw(days)
}

export const down = async (): Promise<void> => {
  throw new Error('Migrations are append-only.')
}
