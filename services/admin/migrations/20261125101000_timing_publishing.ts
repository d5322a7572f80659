import type { Database } from '@purple-sector/database'

/** Whether the order at the end of a session is published without anybody's click, as its source was set. */
const publishing = `
alter table timing_sessions add column publish_automatically boolean not null default false;
`

export const up = async (sql: Database): Promise<void> => {
  await sql.raw(publishing)
}

export const down = async (): Promise<void> => {
  throw new Error('Migrations are append-only.')
}
