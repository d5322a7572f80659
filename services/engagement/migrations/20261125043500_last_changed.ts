import type { Database } from '@purple-sector/database'

/** When racing last moved anybody on an engagement board: by an achievement that a result has brought. */
const columns = `
alter table engagement_boards add column racing_changed_at timestamptz;
`

export const up = async (database: Database): Promise<void> => {
  await database.raw(columns)
}

/** Migrations are append-only: what one did, a later one undoes. */
export const down = async (): Promise<void> => {}
