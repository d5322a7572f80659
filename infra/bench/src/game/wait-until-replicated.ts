import type { Database } from '@purple-sector/database'
import { waitFor } from '../wait-for.ts'

/** Resolves when tipping has received the cars and races of a new weekend. */
export const waitUntilReplicated = (
  tipping: Database,
  { weekendId, raceIds, carIds }: { weekendId: number; raceIds: number[]; carIds: number[] },
): Promise<void> =>
  waitFor(
    'the cars and races',
    async () =>
      (await tipping('cars').where({ weekend_id: weekendId })).length === carIds.length &&
      (await tipping('races').where({ weekend_id: weekendId })).length === raceIds.length,
  )
