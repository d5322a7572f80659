-- A nudge reminds of several categories, also of ones without a time.
alter table sent_reminders
  drop constraint sent_reminders_pkey,
  add primary key (notification_id, category_id),
  alter column deadline drop not null;
