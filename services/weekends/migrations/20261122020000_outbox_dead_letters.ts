import type { Database } from '@purple-sector/database'
import { createOutboxDeadLetters } from '@purple-sector/messaging'

export const up = async (database: Database): Promise<void> => {
  await createOutboxDeadLetters(database)
}

/** Migrations are append-only: what one did, a later one undoes. */
export const down = async (): Promise<void> => {}
