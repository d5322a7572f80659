import type { Database } from '@purple-sector/database'

const changes = `
-- A person's own download names the rooms they wrote in.
alter table weekends add column name text not null default '';
alter table groups add column name text not null default '';

-- What a group's room had when somebody came into it is not unread to them.
alter table memberships add column joined_after integer not null default 0;

-- The newest message that is counted, deleted or not.
alter table rooms add column last_message_id integer not null default 0;
update rooms set last_message_id = coalesce(
  (select max(id) from messages where room_type = rooms.type and room_id = rooms.id), 0);

-- Pages, unread counts (from the index alone) and removal, in the order of ids.
drop index messages_room;
create unique index messages_room on messages (room_type, room_id, id) include (user_id, created_at, deleted_at);
-- When somebody wrote last in a room in slow mode.
create index messages_writer on messages (room_type, room_id, user_id, created_at);

-- Rooms that went with their weekend or group, until a task has removed what was in them.
create table rooms_to_remove (
  type text not null,
  id integer not null,
  primary key (type, id)
);

-- The copies are filled again, with the names.
delete from bootstraps where consumer = 'chat' and owner in ('weekends', 'groups');
`

export const up = async (database: Database): Promise<void> => {
  await database.raw(changes)
}

/** Migrations are append-only: what one did, a later one undoes. */
export const down = async (): Promise<void> => {}
