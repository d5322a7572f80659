alter table tips add column is_automatic boolean not null default false;
