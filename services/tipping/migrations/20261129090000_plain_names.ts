import type { Database } from '@purple-sector/database'

/*
 * Renames tables and columns in place, to the terms of docs/glossary.md: a race is no session, and what is published,
 * pending or finalized is called so.
 */
const plainNames = `
alter table sessions rename to races;
alter index sessions_pkey rename to races_pkey;
alter index sessions_weekend rename to races_weekend;
alter table races rename column has_begun to has_started;
alter table races rename column begun_by to started_by;
alter table scopes rename column scored_sessions to scored_races;
alter table told_memberships rename to published_memberships;
alter index told_memberships_pkey rename to published_memberships_pkey;
alter table memberships rename column told_joined_at to published_joined_at;
alter table provisional_locks rename column otherwise to fallback;
alter table settled_attempts rename to finalized_attempts;
alter index settled_attempts_pkey rename to finalized_attempts_pkey;
alter table finalized_attempts rename column settled_at to finalized_at;
alter table scorings_to_tell rename to pending_scoring_events;
alter index scorings_to_tell_pkey rename to pending_scoring_events_pkey;
alter table pending_scoring_events rename column went_on_at to resumed_at;
alter table boards_to_tell rename to pending_leaderboard_events;
alter index boards_to_tell_pkey rename to pending_leaderboard_events_pkey;
`

export const up = async (sql: Database): Promise<void> => {
  await sql.raw(plainNames)
}

export const down = async (): Promise<void> => {
  throw new Error('Migrations are append-only.')
}
