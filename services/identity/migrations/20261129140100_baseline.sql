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
  car_number text, -- as the door of the car shows it: 05 is not 5
  manufacturer text,
  track_status text check (track_status in ('at_track', 'away')),
  selected_weekend_id integer,
  chat_status text,
  preferred_weekend_id integer,
  avatar_config jsonb,
  created_at timestamptz not null default now(),
  theme jsonb,
  spoiler_delay_seconds integer not null default 0 check (spoiler_delay_seconds between 0 and 120)
);
create unique index users_email on users (lower(email));
create unique index users_username on users (lower(username));
create index users_selected_weekend on users (selected_weekend_id) where selected_weekend_id is not null;
create index users_preferred_weekend on users (preferred_weekend_id) where preferred_weekend_id is not null;
-- Each list of the community is read in its order, and only as far as it is displayed.
create index users_trackside on users (lower(coalesce(username, first_name)), id) where track_status = 'at_track';
create index users_trackside_at on users (selected_weekend_id, lower(coalesce(username, first_name)), id)
  where track_status = 'at_track';
create index users_teams on users (lower(team_name), id) where user_type = 'team';
create index users_teams_at on users (selected_weekend_id, lower(team_name), id)
  where user_type = 'team' and track_status = 'at_track';

-- Words by which the search finds a user. They are compared by code point, so the index serves every prefix.
create table user_words (
  user_id text not null references users on delete cascade,
  word text collate "C" not null,
  primary key (user_id, word)
);
create index user_words_word on user_words (word, user_id);

/* Secrets of sessions, devices and links are only in cookies and mails; these tables have their SHA-256. */

create table sessions (
  id uuid primary key,
  hash text not null unique,
  user_id text not null references users on delete cascade,
  created_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  browser text -- a description by which its owner recognizes the session
);
create index sessions_user on sessions (user_id);
create index sessions_last_seen on sessions (last_seen_at);

-- Browsers that have signed in to an account before.
create table devices (
  hash text not null,
  user_id text not null references users on delete cascade,
  last_used_at timestamptz not null default now(),
  primary key (hash, user_id)
);
create index devices_user on devices (user_id, last_used_at);
create index devices_last_used on devices (last_used_at);

-- Links in mails.
create table one_time_tokens (
  hash text primary key,
  purpose text not null check (purpose in ('verify', 'reset')),
  user_id text not null references users on delete cascade,
  expires_at timestamptz not null
);
create index one_time_tokens_user on one_time_tokens (user_id, purpose);
create index one_time_tokens_expiry on one_time_tokens (expires_at);

-- Pending mails, as packages/mail reads them; `about` is the id of a user. The link is created when a mail is sent, so it
-- is not stored. A row without a user sends nothing: a request for an unknown account takes as long as for a known one.
create table mails (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('verify', 'reset')),
  about text,
  created_at timestamptz not null default now(),
  due_at timestamptz not null default now(),
  attempts integer not null default 0
);
create index mails_due on mails (due_at);

/* OpenID Connect. */

create table oidc_identities (
  issuer text not null,
  subject text not null,
  user_id text not null references users on delete cascade,
  linked_at timestamptz not null default now(),
  primary key (issuer, subject)
);
create index oidc_identities_user on oidc_identities (user_id);

-- Sign-ins in progress at the provider: each is used once, by the browser that started it.
create table oidc_sign_ins (
  state_hash text primary key,
  browser_hash text not null,
  nonce text not null,
  code_verifier text not null,
  return_to text not null,
  expires_at timestamptz not null
);
create index oidc_sign_ins_expiry on oidc_sign_ins (expires_at);

-- The administrators of the last start, so that the next one publishes those that a change of ADMIN_EMAILS concerns.
create table announced_administrators (email text primary key);
