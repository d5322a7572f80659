-- Tips that tipping makes for fans who forgot to tip (docs/rules.md, Tips).

alter table tips add column is_automatic boolean not null default false;
alter table users add column auto_tip boolean not null default false;
create index users_auto_tip on users (id) where auto_tip;
create index races_locks_at on races (locks_at) where not deleted;

-- Races before which automatic tips were tried. A row is deleted when a car or a time of its category changes, or a fan's
-- setting, so that they are tried again; one that is not done belongs to a process that works on it, or did.
create table auto_tip_attempts (
  race_id integer primary key,
  started_at timestamptz not null,
  done boolean not null default false
);
