alter table seasons add column completed_at timestamptz;
