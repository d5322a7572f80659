import type { Database } from '@purple-sector/database'

/** An invitation from before a rejection lets nobody in any more; of rejections until now nobody knows when they were. */
export const up = async (database: Database): Promise<void> => {
  await database.raw('alter table rejections add column rejected_at timestamptz not null default clock_timestamp()')
}

/** Migrations are append-only: what one did, a later one undoes. */
export const down = async (): Promise<void> => {}
