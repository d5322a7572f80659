import type { Database } from '@purple-sector/database'

const table = `
create table idempotency_keys (
  user_id text not null,
  route text not null,
  key text not null,
  body_hash text not null,
  status integer,
  reply jsonb,
  created_at timestamptz not null default clock_timestamp(),
  primary key (user_id, route, key)
)
`

/** Older databases have these tables from the first migrations of their services. */
const isThere = async (sql: Database): Promise<boolean> => {
  const { rows } = await sql.raw<{ rows: { table: string | null }[] }>(
    `select to_regclass('idempotency_keys') as table`,
  )
  return rows[0]?.table != null
}

export const up = async (sql: Database): Promise<void> => {
  if (!(await isThere(sql))) await sql.raw(table)
}

export const down = async (): Promise<void> => {
  throw new Error('Migrations are append-only.')
}
