import type { Database } from '@purple-sector/database'

/** Which browsers have signed in to which accounts. The secret lives in the browser's cookie; only its SHA-256 is kept. */
export const up = async (database: Database): Promise<void> => {
  await database.raw(`
    create table devices (
      hash text not null,
      user_id text not null references users on delete cascade,
      last_used_at timestamptz not null default now(),
      primary key (hash, user_id)
    );
    create index devices_user on devices (user_id, last_used_at);
    create index devices_last_used on devices (last_used_at)`)
}

/** Migrations are append-only: what one did, a later one undoes. */
export const down = async (): Promise<void> => {}
