import type { Database } from '@purple-sector/database'

/**
 * The outbox table of pending mails, in the schema of each service that sends some.
 * A migration of the service re-exports this, so it is frozen like a migration. It stores what a mail is about, never
 * its text, which is rendered when the mail is sent.
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

/** Migrations are append-only: a later migration reverts an earlier one. */
export const down = async (): Promise<void> => {}
