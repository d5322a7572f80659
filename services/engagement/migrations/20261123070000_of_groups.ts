import type { Database } from '@purple-sector/database'

const columns = `
-- Of which group it tells, if of any: it goes with the group.
alter table notifications add column group_id integer;
create index notifications_group on notifications (group_id) where group_id is not null;

-- What was done in a group is found by its cause: group/7, tip/3/1/7.
create index activities_joined on activities (cause) where kind = 'group';
create index activities_tipped on activities (split_part(cause, '/', 4)) where kind = 'tip';
`

export const up = async (database: Database): Promise<void> => {
  await database.raw(columns)
}

/** Migrations are append-only: what one did, a later one undoes. */
export const down = async (): Promise<void> => {}
