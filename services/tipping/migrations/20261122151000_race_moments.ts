import type { Database } from '@purple-sector/database'

/*
 * When a race was completed, as weekends tells it; of those told before, the moment of their first result. `has_begun` is
 * tipping's own: the race had begun, by its time or its status, whatever was said of these later.
 */
const moments = `
alter table sessions add column completed_at timestamptz, add column has_begun boolean not null default false;
update sessions set completed_at = (
  select min(published_at) from classifications where classifications.race_id = sessions.race_id
) where status = 'completed';
`

export const up = async (sql: Database): Promise<void> => {
  await sql.raw(moments)
}

export const down = async (): Promise<void> => {
  throw new Error('Migrations are append-only.')
}
