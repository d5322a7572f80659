import type { Database } from '@purple-sector/database'

const tables = `
-- What somebody chose: kinds that are not pushed, kinds that are mailed. A kind that comes later is pushed and not mailed.
create table notification_preferences (
  user_id text primary key,
  push_off text[] not null,
  mail_on text[] not null,
  quiet_from text,
  quiet_to text,
  quiet_zone text,
  check ((quiet_from is null) = (quiet_to is null) and (quiet_to is null) = (quiet_zone is null))
);
create index notification_preferences_mail on notification_preferences using gin (mail_on);

-- A browser that takes pushes; its endpoint is whose browser it was last.
create table push_subscriptions (
  id integer generated always as identity primary key,
  user_id text not null,
  endpoint text not null unique,
  p256dh text not null,
  auth text not null,
  created_at timestamptz not null default now()
);
create index push_subscriptions_user on push_subscriptions (user_id);

-- Notifications on their way to a browser or to the mail outbox (then 0).
create table deliveries (
  id bigint generated always as identity primary key,
  notification_id integer not null,
  user_id text not null,
  channel text not null check (channel in ('push', 'mail')),
  subscription_id integer not null default 0,
  due_at timestamptz not null,
  -- By quiet hours.
  is_held boolean not null default false,
  attempts integer not null default 0,
  first_tried_at timestamptz,
  unique (notification_id, channel, subscription_id)
);
create index deliveries_due on deliveries (due_at);
create index deliveries_user on deliveries (user_id);

-- The one row of what this installation signs pushes and links with.
create table delivery_keys (
  is_only boolean primary key default true check (is_only),
  vapid_public text not null,
  vapid_private text not null,
  link_secret text not null
);
`

export const up = async (database: Database): Promise<void> => {
  await database.raw(tables)
}

/** Migrations are append-only: what one did, a later one undoes. */
export const down = async (): Promise<void> => {}
