import type { Database } from '@purple-sector/database'

const tables = `
-- Secrets that were replaced: deliveries are signed with them, too, until they expire.
create table webhook_previous_secrets (
  webhook_id integer not null references webhooks on delete cascade,
  secret text not null,
  expires_at timestamptz not null,
  primary key (webhook_id, secret)
);
`

export const up = async (database: Database): Promise<void> => {
  await database.raw(tables)
}

/** Migrations are append-only: what one did, a later one undoes. */
export const down = async (): Promise<void> => {}
