import type { Database } from '@purple-sector/database'

/**
 * The mails that wait become those of every service that sends some: a row says what its mail is about, here a user.
 * Waiting ones stay. A user who is gone meanwhile gets none, as before.
 */
export const up = async (database: Database): Promise<void> => {
  await database.raw(`
    alter table mails drop constraint mails_user_id_fkey;
    alter table mails rename column user_id to about`)
}

/** Migrations are append-only: what one did, a later one undoes. */
export const down = async (): Promise<void> => {}
