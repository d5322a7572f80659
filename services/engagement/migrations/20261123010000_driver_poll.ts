import type { Database } from '@purple-sector/database'

const tables = `
-- The vote of somebody in a weekend's driver poll, for a driver as they were entered then.
create table votes (
  weekend_id integer not null,
  user_id text not null,
  category_id integer not null,
  car_id integer not null,
  driver text not null,
  voted_at timestamptz not null,
  -- Whether how the poll stands was told with this vote in it.
  is_told boolean not null default false,
  primary key (weekend_id, user_id)
);
create index votes_user on votes (user_id);
create index votes_car on votes (car_id);
create index votes_untold on votes (weekend_id) where not is_told;

-- When how a poll stands was told last, and whether it is to be told again though no vote is new: some are gone, say.
create table polls (
  weekend_id integer primary key,
  told_at timestamptz not null default '-infinity',
  is_due boolean not null default false
);
`

export const up = async (database: Database): Promise<void> => {
  await database.raw(tables)
}

/** Migrations are append-only: what one did, a later one undoes. */
export const down = async (): Promise<void> => {}
