import type { Database } from '@purple-sector/database'

/** Returns the data of the events that were written about a tip, in order. */
export const eventsOfTip = (database: Database, tipId: number): Promise<object[]> =>
  database('outbox')
    .where({ subject: `tip/${tipId}` })
    .orderBy('id')
    .pluck('data')
