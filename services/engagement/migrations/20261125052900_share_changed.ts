import type { Database } from '@purple-sector/database'

/** When racing last changed the figures of a template; null of what no racing is in, and of those from before. */
const columns = `
alter table share_templates add column racing_changed_at timestamptz;
`

export const up = async (database: Database): Promise<void> => {
  await database.raw(columns)
}

/** Migrations are append-only: what one did, a later one undoes. */
export const down = async (): Promise<void> => {}
