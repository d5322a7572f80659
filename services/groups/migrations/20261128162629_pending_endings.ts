import type { Database } from '@purple-sector/database'

/*
 * Endings of memberships that are committed and that tipping may not have taken yet: what is handed over, as the call has
 * it. Mostly empty.
 */
const pendingEndings = `
create table pending_endings (
  id bigint generated always as identity primary key,
  published json not null,
  committed_at timestamptz not null default clock_timestamp()
)`

export const up = async (sql: Database): Promise<void> => {
  await sql.raw(pendingEndings)
}

export const down = async (): Promise<void> => {
  throw new Error('Migrations are append-only.')
}
