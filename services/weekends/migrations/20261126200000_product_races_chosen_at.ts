import type { Database } from '@purple-sector/database'

/** When it was decided which races count in the open competition, by tipping's clock; null where nobody has chosen since. */
export const up = async (sql: Database): Promise<void> => {
  await sql.raw('alter table weekends add column product_races_chosen_at timestamptz')
}

export const down = async (): Promise<void> => {
  throw new Error('Migrations are append-only.')
}
