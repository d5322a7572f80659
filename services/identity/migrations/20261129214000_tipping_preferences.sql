alter table users
  add column auto_tip boolean not null default false,
  add column nudges boolean not null default true;
