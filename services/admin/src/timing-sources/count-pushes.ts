import type { Database } from '@purple-sector/database'
import { sourceRepository } from './source-repository.ts'

/** How many snapshots came by push: counted here, and stored now and then, for they come several times a second. */
export const countPushes = (database: Database) => {
  const counts = new Map<number, number>()
  return {
    add(raceId: number): void {
      counts.set(raceId, (counts.get(raceId) ?? 0) + 1)
    },

    async store(): Promise<void> {
      const due = [...counts]
      counts.clear()
      for (const [raceId, count] of due) await sourceRepository(database).addReceived(raceId, count)
    },
  }
}
