import type { Database } from '@purple-sector/database'

/*
 * `invitee_id` is null while nobody has verified the address. One pending invitation per person and group holds by the
 * indexes too. When somebody invited is kept apart from their invitations, which go with their groups.
 */
const invitations = `
create table invitations (
  id integer generated always as identity primary key,
  group_id integer not null references groups on delete cascade,
  inviter_id text not null,
  invitee_id text,
  invitee_email text,
  status text not null check (status in ('pending', 'accepted', 'declined', 'withdrawn')),
  created_at timestamptz not null default now(),
  check (invitee_id is not null or invitee_email is not null)
);
create unique index invitations_person on invitations (group_id, invitee_id)
  where status = 'pending' and invitee_id is not null;
create unique index invitations_address on invitations (group_id, lower(invitee_email))
  where status = 'pending' and invitee_email is not null;
create index invitations_invitee on invitations (invitee_id);
create index invitations_unclaimed on invitations (lower(invitee_email)) where status = 'pending' and invitee_id is null;
create index invitations_inviter on invitations (inviter_id) where status = 'pending';
create index users_verified_email on users (lower(verified_email)) where verified_email is not null;

create table invitations_sent (
  user_id text primary key,
  times timestamptz[] not null
);
`

export const up = async (database: Database): Promise<void> => {
  await database.raw(invitations)
}

/** Migrations are append-only: what one did, a later one undoes. */
export const down = async (): Promise<void> => {}
