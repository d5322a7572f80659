alter table users
  add column times_in text not null default 'track' check (times_in in ('track', 'mine', 'both')),
  add column time_zone text; -- of the IANA database; null until a browser of the user sets it
