import type { Database } from '@purple-sector/database'

/*
 * The attempts under way to write what begins a race, a status or a result. What became of each is told
 * (`src/locks/settle-race.ts`): stored, the race has begun for good; otherwise it begins by none of them.
 */
export const up = async (sql: Database): Promise<void> => {
  await sql.raw(`alter table sessions add column begun_by uuid[] not null default '{}'`)
}

export const down = async (): Promise<void> => {
  throw new Error('Migrations are append-only.')
}
