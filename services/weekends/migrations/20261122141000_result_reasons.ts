import type { Database } from '@purple-sector/database'

/**
 * A race tells why its result was changed last, and when. Of results that are known already race control is asked again:
 * without the mark, this service asks for all of them when it starts.
 */
const columns = `
alter table races add column result_reason text, add column result_published_at timestamptz;
update races set result_published_at = completed_at where result_revision is not null;
delete from bootstraps where consumer = 'weekends' and owner = 'admin'
`

export const up = async (sql: Database): Promise<void> => {
  await sql.raw(columns)
}

export const down = async (): Promise<void> => {
  throw new Error('Migrations are append-only.')
}
