-- Replies of writes by the key of their request; `status` and `reply` are null while the write is in progress.
create table idempotency_keys (
  user_id text not null,
  route text not null,
  key text not null,
  body_hash text not null,
  status integer,
  reply jsonb,
  created_at timestamptz not null default clock_timestamp(),
  primary key (user_id, route, key)
);
