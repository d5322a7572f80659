import type { Database } from '@purple-sector/database'

/** A group that is deleted finds its invitations by this, and its list of pending ones does. */
export const up = async (database: Database): Promise<void> => {
  await database.raw('create index invitations_group on invitations (group_id, status)')
}

/** Migrations are append-only: what one did, a later one undoes. */
export const down = async (): Promise<void> => {}
