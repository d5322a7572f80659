-- Notifications to delete, by their cause: a round that is completed no more has no positions to tell of.
create table notification_withdrawals (
  cause text primary key,
  weekend_id integer not null
);
