import type { Database } from '@purple-sector/database'

/*
 * Whether a weekend is announced, for what anybody may read of it. Of those that are here already weekends is asked
 * again at the next start, where no mark says that the copies were filled; until then they are nobody's to read.
 */
const announced = `
alter table weekends add column is_active boolean not null default false;
do $$ begin
  if to_regclass('bootstraps') is not null then
    delete from bootstraps where consumer = 'tipping' and owner = 'weekends';
  end if;
end $$;
`

export const up = async (sql: Database): Promise<void> => {
  await sql.raw(announced)
}

export const down = async (): Promise<void> => {
  throw new Error('Migrations are append-only.')
}
