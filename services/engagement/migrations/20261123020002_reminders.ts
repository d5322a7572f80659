import type { Database } from '@purple-sector/database'

const tables = `
-- When fans are to be reminded of a race's deadline; a row goes when it was looked at.
create table reminders (
  race_id integer not null,
  weekend_id integer not null,
  minutes integer not null,
  deadline timestamptz not null,
  due_at timestamptz not null,
  primary key (race_id, minutes)
);
create index reminders_due on reminders (due_at);
create index reminders_weekend on reminders (weekend_id);

-- What a reminder spoke of: without a group, the open competition. It is not pushed once that is tipped or closed.
create table reminded (
  notification_id integer primary key,
  user_id text not null,
  weekend_id integer not null,
  category_id integer not null,
  group_id integer,
  deadline timestamptz not null
);
create index reminded_weekend on reminded (weekend_id);
create index reminded_user on reminded (user_id);

-- Once its first race has started, such a group takes no tips in that category.
alter table groups add column lock_tips_after_first_event boolean not null default false;
`

export const up = async (database: Database): Promise<void> => {
  await database.raw(tables)
}

/** Migrations are append-only: what one did, a later one undoes. */
export const down = async (): Promise<void> => {}
