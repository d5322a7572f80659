/* Copies of what other services own. */

create table users (
  id text primary key,
  verified_email text,
  username text,
  first_name text,
  last_name text,
  profile_image_url text,
  avatar_config jsonb,
  sort_name text collate "C" not null default 'anonymous', -- orders equal fans of a board, as the code computes it
  spoiler_delay_seconds integer not null default 0
);

create table weekends (
  id integer primary key,
  name text not null,
  status text not null,
  start_date date not null,
  end_date date not null,
  time_zone text not null,
  product_race_ids integer[] not null
);

create table categories (
  id integer primary key,
  name text not null,
  short_name text not null,
  aliases text[] not null,
  list_order integer not null
);

create table races (
  id integer primary key,
  weekend_id integer not null,
  category_id integer not null,
  name text not null,
  session_type text not null,
  status text not null,
  starts_at timestamptz,
  deadline timestamptz,
  points jsonb not null,
  reopened integer not null
);
create index races_weekend on races (weekend_id);

create table cars (
  id integer primary key,
  weekend_id integer not null,
  category_id integer not null,
  number integer not null,
  plate text not null,
  driver text not null,
  team text not null,
  status text not null,
  withdrawn boolean not null
);
create index cars_weekend on cars (weekend_id, category_id);

create table results (
  race_id integer primary key,
  weekend_id integer not null,
  revision integer not null,
  status text not null,
  classification jsonb not null,
  published_at timestamptz not null
);
create index results_weekend on results (weekend_id);

create table groups (
  id integer primary key,
  weekend_id integer not null,
  name text not null,
  creator_id text not null,
  selected_race_ids integer[] not null,
  -- The group accepts no tips in a category once its first race has started.
  lock_tips_after_first_event boolean not null default false,
  -- Pending members are on the group's board without a position, and nothing reveals it.
  hide_points_until_approved boolean not null default false
);
create index groups_weekend on groups (weekend_id);

create table memberships (
  group_id integer not null,
  user_id text not null,
  joined_at timestamptz not null,
  is_approved boolean not null,
  primary key (group_id, user_id)
);
create index memberships_user on memberships (user_id);

-- The current tip of a user in a category of a scope; without a group, of the open competition.
create table tips (
  id integer primary key,
  weekend_id integer not null,
  category_id integer not null,
  group_id integer,
  user_id text not null,
  car_id integer not null,
  submitted_at timestamptz not null
);
create index tips_category on tips (weekend_id, category_id, group_id, user_id);
create index tips_user on tips (user_id, weekend_id);
create index tips_car on tips (car_id);

-- Chat messages without their texts: the author and the room, for reactions.
create table messages (
  id integer primary key,
  weekend_id integer,
  group_id integer,
  user_id text not null
);
create index messages_group on messages (group_id) where group_id is not null;
create index messages_weekend on messages (weekend_id) where weekend_id is not null;

-- Whether live timing is paused: one row, none until race control has published it.
create table live_timing (
  only_row boolean primary key default true check (only_row),
  is_paused boolean not null
);

-- Deleted weekends, groups and accounts, whose rows are removed in two passes: the second one removes what writes in
-- progress added after the first. `second_pass_at` is null before the first.
create table pending_removals (
  type text not null check (type in ('weekend', 'group', 'user')),
  id text not null,
  second_pass_at timestamptz,
  primary key (type, id)
);

/*
 * Boards, from which a notification of a result reads the position before it. Boards without a group are of the open
 * competition. A standing has its values before the version that changed it last. These rows cannot be rebuilt: facts
 * are not republished.
 */

create table boards (
  weekend_id integer not null,
  group_id integer,
  version bigint not null,
  ranks json not null, -- distinct points and picks with their position
  unique nulls not distinct (weekend_id, group_id)
);

create table standings (
  weekend_id integer not null,
  group_id integer,
  user_id text not null,
  version bigint not null,
  total integer not null,
  firsts integer not null,
  seconds integer not null,
  thirds integer not null,
  previous_total integer,
  previous_firsts integer,
  previous_seconds integer,
  previous_thirds integer,
  unique nulls not distinct (weekend_id, group_id, user_id)
) with (fillfactor = 60);
create index standings_user on standings (user_id);
create index standings_group on standings (group_id) where group_id is not null;

/*
 * Notifications. A result writes one for every fan at once, so there are few indexes: a user's own are found by the
 * unique constraint, and those of a deleted weekend lie together.
 */

-- Events from before this time notify no user.
create table notifications_enabled_at (at timestamptz not null);
insert into notifications_enabled_at (at) values (now());

create table notifications (
  id integer generated always as identity primary key,
  user_id text not null,
  weekend_id integer,
  type text not null,
  title text not null,
  message text not null,
  link text,
  cause text not null, -- notifies a user once
  created_at timestamptz not null default now(),
  read_at timestamptz,
  seen_at timestamptz, -- displayed on an open, visible screen
  published_at timestamptz,
  named_user_id text, -- the user whom the text names: deleted with their account
  group_id integer, -- the group that the text is about: deleted with it
  unique (user_id, cause)
);
create index notifications_unpublished on notifications (id) where published_at is null;
create index notifications_weekend on notifications using brin (weekend_id);
create index notifications_named_user on notifications (named_user_id) where named_user_id is not null;
create index notifications_group on notifications (group_id) where group_id is not null;

-- Kinds that are not pushed, and kinds that are mailed. A kind that is added later is pushed and not mailed.
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

-- Browsers that accept pushes. An endpoint belongs to the user who used its browser last.
create table push_subscriptions (
  id integer generated always as identity primary key,
  user_id text not null,
  endpoint text not null unique,
  p256dh text not null,
  auth text not null,
  created_at timestamptz not null default now()
);
create index push_subscriptions_user on push_subscriptions (user_id);

-- Notifications that are to be sent to a browser or to the mail outbox (`subscription_id` 0).
create table deliveries (
  id bigint generated always as identity primary key,
  notification_id integer not null,
  user_id text not null,
  channel text not null check (channel in ('push', 'mail')),
  subscription_id integer not null default 0,
  due_at timestamptz not null,
  is_delayed boolean not null default false, -- by quiet hours
  attempts integer not null default 0,
  first_tried_at timestamptz,
  unique (notification_id, channel, subscription_id)
);
create index deliveries_due on deliveries (due_at);
create index deliveries_user on deliveries (user_id);

-- The keys with which this installation signs pushes and links: one row.
create table delivery_keys (
  only_row boolean primary key default true check (only_row),
  vapid_public text not null,
  vapid_private text not null,
  link_secret text not null
);

-- Pending mails, as packages/mail reads them. A row has what a mail is about; its text is rendered when it is sent.
create table mails (
  id bigint generated always as identity primary key,
  kind text not null,
  about text,
  created_at timestamptz not null default now(),
  due_at timestamptz not null default now(),
  attempts integer not null default 0
);
create index mails_due on mails (due_at);

-- When fans are reminded of a race's deadline, `lead_minutes` before it. A row is deleted when it was processed.
create table reminders (
  race_id integer not null,
  weekend_id integer not null,
  lead_minutes integer not null,
  deadline timestamptz not null,
  due_at timestamptz not null,
  primary key (race_id, lead_minutes)
);
create index reminders_due on reminders (due_at);
create index reminders_weekend on reminders (weekend_id);

-- What a reminder was about; without a group, the open competition. It is not pushed once that is tipped or locked.
create table sent_reminders (
  notification_id integer primary key,
  user_id text not null,
  weekend_id integer not null,
  category_id integer not null,
  group_id integer,
  deadline timestamptz not null
);
create index sent_reminders_weekend on sent_reminders (weekend_id);
create index sent_reminders_user on sent_reminders (user_id);

-- When a race was last announced as moved or reopened, and by which event: the next such step is not announced again.
create table session_changes (
  race_id integer not null,
  weekend_id integer not null,
  kind text not null check (kind in ('moved', 'reopened')),
  cause text not null,
  at timestamptz not null,
  primary key (race_id, kind)
);

/* The driver poll. */

-- A user's vote in the poll of a weekend, for a driver as entered at that time.
create table votes (
  weekend_id integer not null,
  user_id text not null,
  category_id integer not null,
  car_id integer not null,
  driver text not null,
  voted_at timestamptz not null,
  is_published boolean not null default false, -- whether the published poll counts it
  primary key (weekend_id, user_id)
);
create index votes_user on votes (user_id);
create index votes_car on votes (car_id);
create index votes_unpublished on votes (weekend_id) where not is_published;

-- When a poll was published last; `is_due` if it must be published without a new vote, because votes were deleted.
create table polls (
  weekend_id integer primary key,
  published_at timestamptz not null default '-infinity',
  is_due boolean not null default false
);

/* Engagement points. */

-- What fans did: each cause counts once. Activities without a weekend are on no board.
create table activities (
  user_id text not null,
  cause text not null,
  weekend_id integer,
  kind text not null,
  points integer not null,
  at timestamptz not null,
  primary key (user_id, cause)
);
create index activities_weekend on activities (weekend_id);
-- Activities in a group are found by their cause: group/7, tip/3/1/7.
create index activities_joined on activities (cause) where kind = 'group';
create index activities_tipped on activities (split_part(cause, '/', 4)) where kind = 'tip';

-- Activities per day of the weekend's time zone, for kinds that earn points a limited number of times a day.
create table activity_days (
  user_id text not null,
  weekend_id integer not null,
  kind text not null,
  day date not null,
  count integer not null,
  primary key (user_id, weekend_id, kind, day)
);
create index activity_days_weekend on activity_days (weekend_id);

-- The rows of an engagement board, in the order in which it is read.
create table activity_totals (
  user_id text not null,
  weekend_id integer not null,
  points integer not null,
  activities integer not null,
  last_at timestamptz not null,
  sort_name text collate "C" not null,
  primary key (user_id, weekend_id)
);
create index activity_totals_board on activity_totals (weekend_id, points desc, sort_name, user_id);

-- Fans by points, from which positions are computed.
create table engagement_ranks (
  weekend_id integer not null,
  points integer not null,
  fans integer not null,
  primary key (weekend_id, points)
);

-- Changes that `engagement_ranks` does not count yet, so that fans who earn points at the same moment do not wait for each
-- other.
create table engagement_changes (
  id bigint generated always as identity,
  weekend_id integer not null,
  points_before integer,
  points_after integer,
  primary key (weekend_id, id)
);

create table engagement_boards (
  weekend_id integer primary key,
  version integer not null,
  refreshed_at timestamptz not null,
  racing_changed_at timestamptz -- when an achievement by a result last moved a fan
);

/* Heat maps. */

create table heat_maps (
  weekend_id integer primary key,
  version integer not null default 1,
  published_version integer not null default 0,
  published_hash text,
  -- The latest order of the race that is running; it changes the map every few seconds at most (`saved_at`).
  running_race_id integer,
  running_rows jsonb,
  running_at timestamptz,
  saved_at timestamptz,
  changed_at timestamptz -- by racing: the spoiler delay counts from it
);

/* Reactions to results and to chat messages. */

create table reactions (
  id bigint generated always as identity,
  subject_type text not null check (subject_type in ('result', 'message')),
  subject_id integer not null,
  user_id text not null,
  reaction text not null,
  weekend_id integer not null,
  group_id integer,
  created_at timestamptz not null,
  primary key (subject_type, subject_id, user_id, reaction)
);
create index reactions_latest on reactions (weekend_id, id);
create index reactions_user on reactions (user_id);
create index reactions_group on reactions (group_id) where group_id is not null;

-- Counts as last published.
create table reaction_counts (
  subject_type text not null,
  subject_id integer not null,
  weekend_id integer not null,
  group_id integer,
  fire integer not null,
  applause integer not null,
  wow integer not null,
  heartbreak integer not null,
  laugh integer not null,
  published_at timestamptz not null,
  primary key (subject_type, subject_id)
);
create index reaction_counts_weekend on reaction_counts (weekend_id);
create index reaction_counts_group on reaction_counts (group_id) where group_id is not null;

-- Changes that `reaction_counts` does not count yet, so that fans who react at the same moment do not wait for each other.
create table reaction_changes (
  id bigint generated always as identity,
  subject_type text not null,
  subject_id integer not null,
  weekend_id integer not null,
  group_id integer,
  reaction text not null,
  delta integer not null check (delta in (-1, 1)),
  primary key (subject_type, subject_id, id)
);

/* Achievements. */

-- Each counter is computed from rows of this schema (src/achievements/counters.ts), so a repeated event counts nothing
-- twice.
create table achievement_counters (
  user_id text primary key,
  tips integer not null default 0,
  early_tips integer not null default 0,
  late_tips integer not null default 0,
  messages integer not null default 0,
  votes integer not null default 0,
  reactions integer not null default 0,
  shares integer not null default 0,
  groups_joined integer not null default 0,
  groups_founded integer not null default 0,
  trackside integer not null default 0,
  weekends integer not null default 0,
  full_grids integer not null default 0,
  points integer not null default 0,
  winners integer not null default 0,
  places integer not null default 0,
  winners_in_a_row integer not null default 0,
  podiums integer not null default 0,
  wins integer not null default 0,
  perfect_weekends integer not null default 0,
  groups_led integer not null default 0,
  rivals integer not null default 0
) with (fillfactor = 80);

-- Granted achievements, whatever their counters do later.
create table achievement_grants (
  user_id text not null,
  achievement text not null,
  granted_at timestamptz not null,
  primary key (user_id, achievement)
);
create index achievement_grants_granted_at on achievement_grants (granted_at);

-- Whether a tip was early or late for the deadlines of its category, recorded once per change of the tip.
create table tip_timings (
  tip_id integer primary key,
  user_id text not null,
  weekend_id integer not null,
  group_id integer,
  category_id integer not null,
  first_at timestamptz not null,
  recorded_at timestamptz not null,
  was_early boolean not null,
  was_late boolean not null
);
create index tip_timings_user on tip_timings (user_id);
create index tip_timings_weekend on tip_timings (weekend_id, user_id);
create index tip_timings_group on tip_timings (group_id) where group_id is not null;

-- A fan in the open competition of a weekend, and in their groups of it once it is over.
create table fan_weekends (
  weekend_id integer not null,
  user_id text not null,
  has_full_grid boolean not null default false,
  points integer not null default 0,
  firsts integer not null default 0,
  seconds integer not null default 0,
  thirds integer not null default 0,
  best_run integer not null default 0,
  position integer,
  is_perfect boolean not null default false,
  groups_led integer not null default 0,
  rivals integer not null default 0,
  primary key (weekend_id, user_id)
) with (fillfactor = 80);
create index fan_weekends_user on fan_weekends (user_id);

-- Fans who tipped one of the first three of a race of the open competition.
create table placings (
  weekend_id integer not null,
  user_id text not null,
  race_id integer not null,
  place smallint not null check (place between 1 and 3),
  primary key (weekend_id, user_id, race_id)
);
create index placings_user on placings (user_id);

-- Results whose achievements are still to be counted, after boards and notifications.
create table pending_results (
  id bigint generated always as identity primary key,
  weekend_id integer not null,
  race_id integer not null,
  version bigint not null,
  changed json not null,
  is_last boolean not null,
  is_counted boolean not null default false
);
create index pending_results_weekend on pending_results (weekend_id, id);

-- Weekends whose end is checked once no event of them has come for a while.
create table pending_weekend_closings (
  weekend_id integer primary key,
  due_at timestamptz not null
);

/* Sharing. */

-- What a user may share of a weekend: one per type and state of its figures, from which the image is rendered.
create table share_templates (
  id integer generated always as identity primary key,
  user_id text not null,
  weekend_id integer not null,
  group_id integer, -- the group that it is about: deleted with it
  template_type text not null,
  figures jsonb not null,
  state text not null,
  content text not null,
  hashtags text[] not null,
  name text not null unique, -- the secret end of the addresses of its image and its page
  share_count integer not null default 0,
  created_at timestamptz not null default clock_timestamp(),
  racing_changed_at timestamptz, -- when racing last changed the figures; null if they contain no racing
  unique (user_id, weekend_id, template_type, state)
);
create index share_templates_weekend on share_templates (weekend_id);
create index share_templates_group on share_templates (group_id) where group_id is not null;
