import type { Database } from '@purple-sector/database'

/**
 * The table of mails that wait, in the schema of a service that sends some: a migration of the service exports this as
 * its own, so it is frozen like one. Only what a mail is about is kept, never its text: it is written when it leaves.
 */
export const up = async (database: Database): Promise<void> => {
  await database.raw(`
    create table mails (
      id bigint generated always as identity primary key,
      kind text not null,
      about text,
      created_at timestamptz not null default now(),
      due_at timestamptz not null default now(),
      attempts integer not null default 0
    );
    create index mails_due on mails (due_at)`)
}

/** Migrations are append-only: what one did, a later one undoes. */
export const down = async (): Promise<void> => {}
