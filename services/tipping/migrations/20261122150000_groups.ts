import type { Database } from '@purple-sector/database'

/*
 * A group may move to another weekend: its ended scope stays until its rows are removed, beside the new one. What groups
 * says of memberships is kept apart from what tipping dated: a state may come before its group's. `told_joined_at` names
 * the joining that a membership stands for; another one is another membership.
 */
const groups = `
drop index scopes_one_per_group;
create unique index scopes_one_per_group on scopes (group_id) where group_id is not null and not deleted;

create table told_memberships (
  group_id integer not null,
  user_id text collate "C" not null,
  weekend_id integer not null,
  joined_at timestamptz not null,
  is_approved boolean not null,
  primary key (group_id, user_id)
);

alter table memberships add column told_joined_at timestamptz;
update memberships set told_joined_at = date_trunc('milliseconds', joined_at);
alter table memberships alter column told_joined_at set not null;
`

export const up = async (sql: Database): Promise<void> => {
  await sql.raw(groups)
}

export const down = async (): Promise<void> => {
  throw new Error('Migrations are append-only.')
}
