import type { Database } from '@purple-sector/database'

/*
 * How much later somebody is told of racing. Identity is asked for everybody again at the next start, where no mark says
 * that the copies were filled.
 */
const delay = `
alter table users add column spoiler_delay_seconds integer not null default 0;
do $$ begin
  if to_regclass('bootstraps') is not null then
    delete from bootstraps where consumer = 'engagement' and owner = 'identity';
  end if;
end $$;
`

export const up = async (database: Database): Promise<void> => {
  await database.raw(delay)
}

/** Migrations are append-only: what one did, a later one undoes. */
export const down = async (): Promise<void> => {}
