alter table seasons_to_refresh
  -- A refresh may wait for others: newcomers of a weekend do not need one each second.
  add column due_at timestamptz not null default '-infinity',
  -- Whether readers see the users of `user_ids` otherwise, even if their rows have the same figures.
  add column is_renamed boolean not null default false;

-- When jokers of a round lock next, as of the last refresh: from then on everybody may see them.
alter table season_boards add column jokers_lock_at timestamptz;
