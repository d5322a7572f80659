import type { Database } from '@purple-sector/database'

/*
 * When the last result that changed a board was published, null before the first. Of boards that have one, nobody wrote
 * down which: none later than the weekend's latest.
 */
const changedAt = `
alter table scopes add column changed_at timestamptz;
update scopes set changed_at = (
  select max(published_at) from classifications where classifications.weekend_id = scopes.weekend_id
) where result_version > 0;
`

export const up = async (sql: Database): Promise<void> => {
  await sql.raw(changedAt)
}

export const down = async (): Promise<void> => {
  throw new Error('Migrations are append-only.')
}
