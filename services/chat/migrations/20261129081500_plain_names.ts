import type { Database } from '@purple-sector/database'

const renames = `
alter table reads rename to read_marks;
alter table read_marks rename constraint reads_pkey to read_marks_pkey;
alter index reads_room rename to read_marks_room;

-- The last message, of any room, that was written before the user registered. Not a copy of identity's, which does not know
-- messages, and so not reset with the projections.
alter table arrivals rename to registration_marks;
alter table registration_marks rename column after_id to last_message_id;
alter table registration_marks rename constraint arrivals_pkey to registration_marks_pkey;

-- Rooms of deleted weekends and groups, until a task has removed their rows.
alter table rooms_to_remove rename to pending_room_removals;
alter table pending_room_removals rename constraint rooms_to_remove_pkey to pending_room_removals_pkey;
`

export const up = async (database: Database): Promise<void> => {
  await database.raw(renames)
}

/** Migrations are append-only: what one did, a later one undoes. */
export const down = async (): Promise<void> => {}
