alter table tips add column is_copy boolean not null default false;
