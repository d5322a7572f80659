import type { Database } from '@purple-sector/database'

/* The smaller size of a picture; of one that was kept before, it is made when somebody asks for it. */
export const up = async (sql: Database): Promise<void> => {
  await sql.raw('alter table images add column card bytea')
}

export const down = async (): Promise<void> => {
  throw new Error('Migrations are append-only.')
}
