import type { Database } from '@purple-sector/database'

/** What administrators have just done here, for whoever reads the audit log before its events have come there. */
export const up = async (database: Database): Promise<void> => {
  await database.raw(`
    create table recent_acts (
      id uuid primary key,
      kept_at timestamptz not null default clock_timestamp(),
      act jsonb not null
    )`)
  await database.raw('create index recent_acts_kept_at on recent_acts (kept_at)')
}

export const down = async (): Promise<void> => {
  throw new Error('Migrations are append-only.')
}
