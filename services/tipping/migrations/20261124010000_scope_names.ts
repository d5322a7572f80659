import type { Database } from '@purple-sector/database'

/*
 * What a group is called, for who is told why they have their points. Of those that are here already groups is asked
 * again: the service does so at its next start, where no mark says that its copies were filled.
 */
const names = `
alter table scopes add column name text;
do $$ begin
  if to_regclass('bootstraps') is not null then
    delete from bootstraps where consumer = 'tipping' and owner = 'groups';
  end if;
end $$;
`

export const up = async (sql: Database): Promise<void> => {
  await sql.raw(names)
}

export const down = async (): Promise<void> => {
  throw new Error('Migrations are append-only.')
}
