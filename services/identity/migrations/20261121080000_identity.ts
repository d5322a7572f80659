import type { Database } from '@purple-sector/database'

const tables = `
create table users (
  id text primary key,
  email text not null,
  email_verified_at timestamptz,
  password_hash text,
  username text,
  first_name text,
  last_name text,
  profile_image_url text,
  user_type text check (user_type in ('spectator', 'team')),
  team_name text,
  car_number integer,
  manufacturer text,
  track_status text check (track_status in ('at_track', 'away')),
  selected_weekend_id integer,
  chat_status text,
  preferred_weekend_id integer,
  avatar_config jsonb,
  created_at timestamptz not null default now()
);
create unique index users_email on users (lower(email));
create unique index users_username on users (lower(username));
create index users_selected_weekend on users (selected_weekend_id) where selected_weekend_id is not null;
create index users_preferred_weekend on users (preferred_weekend_id) where preferred_weekend_id is not null;

-- The secret lives in the browser's cookie; only its SHA-256 is kept.
create table sessions (
  id uuid primary key,
  hash text not null unique,
  user_id text not null references users on delete cascade,
  created_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now()
);
create index sessions_user on sessions (user_id);
create index sessions_last_seen on sessions (last_seen_at);

-- Links that were mailed; again only the SHA-256.
create table one_time_tokens (
  hash text primary key,
  purpose text not null check (purpose in ('verify', 'reset')),
  user_id text not null references users on delete cascade,
  expires_at timestamptz not null
);
create index one_time_tokens_user on one_time_tokens (user_id, purpose);
create index one_time_tokens_expiry on one_time_tokens (expires_at);

-- Mails to send. The link is made when a mail leaves, so none lies here in clear. A row without user sends nothing:
-- it makes asking for an unknown account cost what asking for a known one does.
create table mails (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('verify', 'reset')),
  user_id text references users on delete cascade,
  created_at timestamptz not null default now(),
  due_at timestamptz not null default now(),
  attempts integer not null default 0
);
create index mails_due on mails (due_at);

create table oidc_identities (
  issuer text not null,
  subject text not null,
  user_id text not null references users on delete cascade,
  linked_at timestamptz not null default now(),
  primary key (issuer, subject)
);
create index oidc_identities_user on oidc_identities (user_id);

-- A sign-in under way at the provider: used once, by the browser that began it.
create table oidc_sign_ins (
  state_hash text primary key,
  browser_hash text not null,
  nonce text not null,
  code_verifier text not null,
  return_to text not null,
  expires_at timestamptz not null
);
create index oidc_sign_ins_expiry on oidc_sign_ins (expires_at);

-- The administrators as the last start told everybody: a change of ADMIN_EMAILS is found by comparing.
create table announced_administrators (email text primary key);
`

export const up = async (database: Database): Promise<void> => {
  await database.raw(tables)
}

/** Migrations are append-only: what one did, a later one undoes. */
export const down = async (): Promise<void> => {}
