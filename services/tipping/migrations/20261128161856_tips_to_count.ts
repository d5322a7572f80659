import type { Database } from '@purple-sector/database'

/*
 * Boards on which somebody has one tip more than when the board had its last version. Rows are only added and removed, one
 * for each batch of tips, and no key makes one transaction of tips wait for another.
 */
export const up = async (sql: Database): Promise<void> => {
  await sql.raw('create table tips_to_count (scope_id bigint not null)')
}

export const down = async (): Promise<void> => {
  throw new Error('Migrations are append-only.')
}
