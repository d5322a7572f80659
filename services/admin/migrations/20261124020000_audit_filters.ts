import type { Database } from '@purple-sector/database'

/*
 * The log is read newest first by what was done, by whom, to what, and of a time: each ends with the id, by which it is
 * paged. A revision's publisher is named by its line, found by its subject.
 */
const indexes = `
create index audit_entries_action on audit_entries (action, id);
create index audit_entries_actor on audit_entries (actor_id, id);
create index audit_entries_subject on audit_entries (subject_type, subject_id, id);
create index audit_entries_at on audit_entries (at, id);
`

export const up = async (database: Database): Promise<void> => {
  await database.raw(indexes)
}

/** Migrations are append-only: what one did, a later one undoes. */
export const down = async (): Promise<void> => {}
