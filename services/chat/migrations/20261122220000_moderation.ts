import type { Database } from '@purple-sector/database'

const tables = `
-- Nobody mutes an administrator. The copies are filled again.
alter table users add column is_admin boolean not null default false;
delete from bootstraps where consumer = 'chat' and owner = 'identity';

-- What was taken out of a room with a reason.
create index messages_taken_out on messages (room_type, room_id, deleted_at) where delete_reason is not null;
`

export const up = async (database: Database): Promise<void> => {
  await database.raw(tables)
}

/** Migrations are append-only: what one did, a later one undoes. */
export const down = async (): Promise<void> => {}
