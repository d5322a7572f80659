import type { Database } from '@purple-sector/database'

/*
 * A result writes one for everybody at once, so there are few indexes: who reads theirs finds them by the unique one,
 * and those of a deleted weekend lie together.
 */
const tables = `
create table notifications (
  id integer generated always as identity primary key,
  user_id text not null,
  weekend_id integer,
  type text not null,
  title text not null,
  message text not null,
  link text,
  -- What it came of: the same cause tells somebody once.
  cause text not null,
  created_at timestamptz not null default now(),
  read_at timestamptz,
  -- Shown on an open, visible screen.
  seen_at timestamptz,
  -- Null while nobody was told of it.
  told_at timestamptz,
  unique (user_id, cause)
);
create index notifications_untold on notifications (id) where told_at is null;
create index notifications_weekend on notifications using brin (weekend_id);

-- What happened before is not news, whenever it is heard of.
create table news_since (at timestamptz not null);
insert into news_since (at) values (now());
`

export const up = async (database: Database): Promise<void> => {
  await database.raw(tables)
}

/** Migrations are append-only: what one did, a later one undoes. */
export const down = async (): Promise<void> => {}
