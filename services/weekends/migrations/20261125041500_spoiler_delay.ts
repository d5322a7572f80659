import type { Database } from '@purple-sector/database'

/** When fans were last told more of a race or of a car: what a spoiler delay counts from (docs/rules.md, Live timing). */
const columns = `
alter table races add column result_changed_at timestamptz;
update races set result_changed_at = greatest(result_published_at, completed_at);
alter table cars add column status_changed_at timestamptz;
`

export const up = async (sql: Database): Promise<void> => {
  await sql.raw(columns)
}

export const down = async (): Promise<void> => {
  throw new Error('Migrations are append-only.')
}
